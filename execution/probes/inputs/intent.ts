import { requestOf, requestWords } from '../../test-changes/request.ts'

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

/** Reads the words of a request. Where they ask for more than one thing, recordings prove nothing. */
export const intentOf = (request: string): Intent => {
  const { text, asks } = requestOf(request)
  const plain = text.replaceAll(withoutBehaviour, ' ').replaceAll(unchanged, ' ').replaceAll(newName, ' rename ')
  if (same.test(plain)) return more.test(plain) || asks(requestWords.mend) ? 'other' : 'same behaviour'
  return asks(requestWords.mend) && !/\b(?:add|implement|introduc|support)\w*\b/i.test(plain) ? 'fix' : 'other'
}
