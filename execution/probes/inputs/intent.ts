/** The wish of a request, as far as recordings can show whether it was met. */
type Intent = 'same behaviour' | 'fix' | 'other'

const same =
  /\b(?:refactor|faster|speed|quick|perform|optimi[sz]|renam|clean|simplif|tidy|extract|mov(?:e|ing)\b|split|dedup|moderni|convert|migrat|upgrad|bump|update (?:the )?dependenc|reformat|format the code|lint|restructur|reorgani|rewrit|readab|inline)/i
const more =
  /\b(?:add|support|implement|introduc|allow|extend|new|accept|return|instead|chang(?:e|ing) (?:the|how|what)|should|must)\b/i
const withoutBehaviour =
  /\b(?:add|writ\w*|new|updat\w*)\s+(?:\w+\s+){0,3}(?:tests?|comments?|types?|docs?|documentation)\b/gi
const newName = /\brenam\w*\s+(?:\S+\s+){1,4}?(?:to|into|as)\s+\S+/gi
const unchanged =
  /\b(?:without|not|no|same|keep\w*|preserv\w*|unchanged|must|should)\b[^.;\n]{0,40}\b(?:behaviou?r|results?|outputs?|api|change|changes|changing|same|unchanged)\b[^.;\n]*/gi

const mostChars = 20_000
const mending = /\b(?:fix|bugs?\b|mend|repair|crash|regress|broken|incorrect|wrong)/i
const negation = /\b(?:not|never|without|avoid|cannot|must ?n[o’']t|keep|\w+n['’]t)\b/i

/** Whether a sentence without a “not” speaks of a fault to mend. */
const asksToMend = (text: string) =>
  text.split(/[\n;]|[.!?](?=\s)/).some((sentence) => !negation.test(sentence) && mending.test(sentence))

/** Reads the words of a request. Where they ask for more than one thing, recordings prove nothing. */
export const intentOf = (request: string): Intent => {
  const text = request.slice(0, mostChars)
  const plain = text.replaceAll(withoutBehaviour, ' ').replaceAll(unchanged, ' ').replaceAll(newName, ' rename ')
  if (same.test(plain)) return more.test(plain) || asksToMend(text) ? 'other' : 'same behaviour'
  return asksToMend(text) && !/\b(?:add|implement|introduc|support)\w*\b/i.test(plain) ? 'fix' : 'other'
}
