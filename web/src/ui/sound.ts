/** The rattle of dice, made here: a few short knocks. */

const KNOCKS = 7;
/** seconds: of a knock, and between them */
const LENGTH = 0.035;
const APART = 0.13;

export function rattle(): void {
  const audio = new AudioContext();
  const noise = audio.createBuffer(1, audio.sampleRate * LENGTH, audio.sampleRate);
  noise.getChannelData(0).forEach((_, i, wave) => (wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 3));
  for (let knock = 0; knock < KNOCKS; knock += 1) {
    const source = new AudioBufferSourceNode(audio, { buffer: noise, playbackRate: 0.7 + 0.5 * Math.random() });
    source.connect(new GainNode(audio, { gain: 0.5 * (1 - knock / (KNOCKS + 2)) })).connect(audio.destination);
    source.start(audio.currentTime + knock * APART);
  }
  setTimeout(() => void audio.close(), 2000 * KNOCKS * APART);
}
