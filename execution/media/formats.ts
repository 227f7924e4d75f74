/** Formats in which sound is made. */
export const speechFormats = ['mp3', 'wav'] as const
export type SpeechFormat = (typeof speechFormats)[number]

/** Formats in which the times of a transcription are written. */
export const subtitleFormats = ['vtt', 'srt'] as const
export type SubtitleFormat = (typeof subtitleFormats)[number]
