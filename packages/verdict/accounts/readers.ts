/**
 * Characters that turn a line around, have no shape, or end a line for one reader and not for another: controls, marks of
 * direction, separators, and the blanks that are no space.
 */
const hidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\udb40|\r(?!\n)/

/** Whether a text has characters that a reader does not see as they are. */
export const hasHiddenCharacters = (text: string): boolean => hidden.test(text)

const reader =
  /\b(?:AI|LLMs?|agents?|assistants?|copilots?|claude|chatgpt|gpt-?\d|gemini|cursor|codex|language models?|bots?|reviewers?|examiners?|graders?|judges?|maintainers? tools?|SYSTEM)\b/i
const demand =
  /\b(?:must|shall|always|never|ignore|disregard|skip|bypass|approved?|merge|accept|trust|do not|don.t|please|should|have to|need to|instead of|without (?:asking|review|telling)|no_objection|answer|reply|respond|report|vote|rate|conclude|safe)\b/i
const injected =
  /\b(?:ignore|disregard|forget) (?:all |any |the )?(?:previous|prior|above|earlier|other) (?:instructions?|rules?|text)\b|\bsystem prompt\b|\byou are (?:an? |now )|<\/?(?:system|instructions?|assistant)>|\bno_objection\b/i

/** Whether a text speaks to programs that read it, or to those who judge it. */
export const speaksToReaders = (text: string): boolean =>
  injected.test(text) || (reader.test(text) && demand.test(text))
