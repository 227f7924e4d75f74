import { copyPath } from '../../../execution/probes/index.ts'
import type { Examination, ExaminationFile } from '../tasks/contract/verdict.ts'

const markChars = 16

/** Files of an examination whose tests all pass over the change; none if a failing test belongs to no known file. */
export const filesToKeep = (examination: Examination | undefined): readonly ExaminationFile[] => {
  if (examination?.outcome !== 'ran') return []
  const { files, tests } = examination
  const isOf = (path: string, test: Examination['tests'][number]) => files.length === 1 || ranAs(path, test.file)
  const { failing = [], passing = [] } = Object.groupBy(tests, ({ outcome }) =>
    outcome === 'contradicts' || outcome === 'not_counted' ? 'failing' : 'passing',
  )
  if (failing.some((test) => !files.some(({ path }) => isOf(path, test)))) return []
  return files.filter(
    ({ path }) => passing.some((test) => isOf(path, test)) && !failing.some((test) => isOf(path, test)),
  )
}

/** True if a file that a runner names is the marked copy under which a written file ran. */
const ranAs = (path: string, file: string): boolean => {
  const mark = '0'.repeat(markChars)
  return file.replaceAll(/(?<=p)[0-9a-f]{16}(?=[._])|(?<=P)[0-9a-f]{16}(?=[._A-Za-z])/g, mark) === copyPath(path, mark)
}

const namesTried = 9

/** A free path for a kept file, its own or one beside it; some disks ignore case. Undefined if all are taken. */
export const freePath = (path: string, taken: ReadonlySet<string>): string | undefined => {
  const others = Array.from({ length: namesTried }, (_, at) => withWord(path, `request${at === 0 ? '' : at + 1}`))
  return [path, ...others].find((one) => !taken.has(one.toLowerCase()))
}

/** `test/total.test.js` becomes `test/total-request.test.js`, and `total_test.go` becomes `total_request_test.go`. */
const withWord = (path: string, word: string): string => {
  const at = path.lastIndexOf('/') + 1
  const folder = path.slice(0, at)
  const name = path.slice(at)
  const joint = /\.(?:py|go|rb|rs|php)$/.test(name) ? '_' : '-'
  return `${folder}${name.replace(/((?:(?<=.)[._-](?:tests?|specs?))?\.[^.]+)$/, `${joint}${word}$1`)}`
}
