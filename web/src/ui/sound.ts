/** What is heard, made here: the rattle of dice, a soft call, a knock. Nothing is, before somebody has asked for it. */

const KNOCKS = 7;
/** seconds: of a knock, and between them */
const LENGTH = 0.035;
const APART = 0.13;

/** hertz: two notes, one after the other */
const NOTES = [523, 784];
const NOTE = { apart: 0.22, long: 0.7, loud: 0.12 };
const KNOCK = { hertz: 220, long: 0.25, loud: 0.2 };

/** One is asked. */
export function chime(): void {
  const audio = new AudioContext();
  NOTES.forEach((hertz, i) => note(audio, hertz, i * NOTE.apart, NOTE));
  closeAfter(audio, NOTES.length * NOTE.apart + NOTE.long);
}

/** Time runs short. */
export function knock(): void {
  const audio = new AudioContext();
  note(audio, KNOCK.hertz, 0, KNOCK);
  closeAfter(audio, KNOCK.long);
}

function note(audio: AudioContext, frequency: number, after: number, { long, loud }: { readonly long: number; readonly loud: number }): void {
  const begin = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type: "sine", frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loud, begin + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + long);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + long);
}

function closeAfter(audio: AudioContext, seconds: number): void {
  setTimeout(() => void audio.close(), 2000 * seconds);
}

export function rattle(): void {
  const audio = new AudioContext();
  const noise = audio.createBuffer(1, audio.sampleRate * LENGTH, audio.sampleRate);
  noise.getChannelData(0).forEach((_, i, wave) => (wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 3));
  for (let knock = 0; knock < KNOCKS; knock += 1) {
    const source = new AudioBufferSourceNode(audio, { buffer: noise, playbackRate: 0.7 + 0.5 * Math.random() });
    source.connect(new GainNode(audio, { gain: 0.5 * (1 - knock / (KNOCKS + 2)) })).connect(audio.destination);
    source.start(audio.currentTime + knock * APART);
  }
  closeAfter(audio, KNOCKS * APART);
}
