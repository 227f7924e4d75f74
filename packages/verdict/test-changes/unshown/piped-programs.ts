import { findingAt, shownMost, type Change, type Finding } from '../change.ts'
import { addedRawLines } from '../changed-lines.ts'
import { syntaxLanguageOf } from '../syntax/read.ts'
import { isDocumentPath, settingKindOf } from '../test-paths.ts'

const piped =
  /\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b[^|\n]{1,400}\|\s{0,20}(?:sudo\s{1,20})?(?:-\w{1,20}\s{1,20})?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby|iex|Invoke-Expression)\b/i
const lineMostChars = 2_000

/** Lines of any file that fetch a text and run it. Documents, scripts of manifests and shell programs have rules of their own. */
export const pipedPrograms = ({ files, request }: Change): Finding[] =>
  files.flatMap((file) => {
    const { path, text } = file
    const hasOwnRule = isDocumentPath(path) || ['script', 'ci'].includes(settingKindOf(path) ?? '')
    if (text.after === undefined || hasOwnRule || syntaxLanguageOf(path, text.after) === 'shell') return []
    const added = addedRawLines(file).flatMap(({ line, text: raw }) => {
      const match = piped.exec(raw.slice(0, lineMostChars))?.[0]
      return match !== undefined && !request.includes(match) ? [{ line, match }] : []
    })
    return added
      .slice(0, shownMost)
      .map(({ line, match }) => findingAt(path, line, 'text_run', `runs text as a program: “${match.slice(0, 120)}”.`))
  })
