// The sounds of a table, synthesised by the browser. This module is loaded only when sound is switched on.

/** The volume, from 0 to 1. */
const VOLUME = 0.2;
/** The time between sounds of the same moment, in seconds. */
const APART = 0.13;
/** The maximum number of sounds of the same moment. */
const MOST = 4;

/** @typedef {'disc' | 'card' | 'chip' | 'turn' | 'low'} Sound */

/** @type {AudioContext | null} */
let context = null;

/**
 * Prepares the audio. Browsers allow it only after the person's first press: before that the page is silent, and no
 * sound is kept for later.
 * @returns {AudioContext | null}
 */
function ready() {
  if (!navigator.userActivation.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/**
 * Plays sounds one after the other.
 * @param {Sound[]} sounds
 */
export function play(sounds) {
  const audio = ready();
  if (!audio) return;
  sounds.slice(0, MOST).forEach((sound, place) => SOUNDS[sound](audio, audio.currentTime + 0.01 + place * APART));
}

/** @type {Record<Sound, (audio: AudioContext, at: number) => void>} */
const SOUNDS = {
  disc: (audio, at) => tone(audio, at, { from: 240, to: 110, lasts: 0.09, type: 'triangle' }),
  card: (audio, at) => rustle(audio, at),
  chip: (audio, at) => {
    tone(audio, at, { from: 2300, to: 2100, lasts: 0.04, loud: 0.4 });
    tone(audio, at + 0.05, { from: 2800, to: 2600, lasts: 0.05, loud: 0.4 });
  },
  turn: (audio, at) => {
    tone(audio, at, { from: 660, lasts: 0.12 });
    tone(audio, at + 0.12, { from: 880, lasts: 0.18 });
  },
  low: (audio, at) => {
    for (const beat of [0, 0.2]) tone(audio, at + beat, { from: 440, lasts: 0.12, type: 'square', loud: 0.4 });
  },
};

/**
 * A tone that fades.
 * @param {AudioContext} audio
 * @param {number} at when, in the audio's seconds
 * @param {{ from: number, to?: number, lasts: number, type?: OscillatorType, loud?: number }} how frequencies in Hz
 */
function tone(audio, at, { from, to = from, lasts, type = 'sine', loud = 1 }) {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(fading(audio, at, lasts, loud));
  source.start(at);
  source.stop(at + lasts);
}

/**
 * A short noise, as of a card on cloth.
 * @param {AudioContext} audio
 * @param {number} at
 */
function rustle(audio, at) {
  const lasts = 0.07;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = 3200;
  source.connect(band).connect(fading(audio, at, lasts, 1));
  source.start(at);
}

/**
 * A fading gain node, connected to the output.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} lasts
 * @param {number} loud
 */
function fading(audio, at, lasts, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(VOLUME * loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}
