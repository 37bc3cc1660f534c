/** Runes everywhere; TypeScript in components is plain enough to need no preprocessor. */
export default { compilerOptions: { runes: true } };
