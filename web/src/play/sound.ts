// Tiny clicks, made on the spot, when the player wants them.
import { settings } from '../settings.svelte';

let context: AudioContext | undefined;

const NOTES = { move: [420, 0.05], other: [300, 0.05], turn: [560, 0.09], over: [240, 0.3] } as const;

export function click(kind: keyof typeof NOTES): void {
  if (!settings.sound) return;
  if (typeof AudioContext === 'undefined') return;
  const audio = (context ??= new AudioContext());
  // Created before the first user gesture, it is suspended until it is resumed.
  if (audio.state === 'suspended') void audio.resume();
  const [pitch, long] = NOTES[kind];
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const level = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, now + long);
  level.gain.setValueAtTime(0.12, now);
  level.gain.exponentialRampToValueAtTime(0.001, now + long);
  tone.connect(level).connect(audio.destination);
  tone.start(now);
  tone.stop(now + long);
}
