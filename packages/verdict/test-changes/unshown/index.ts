import type { Change, Finding } from '../change.ts'
import { addedCalls } from './added-calls.ts'
import { addedAddresses } from './addresses.ts'
import { documentChanges } from './document-changes.ts'
import { addedHoles } from './holes/index.ts'
import { fileForms } from './file-forms.ts'
import { hiddenText } from './hidden-text.ts'
import { lookalikePackages } from './lookalike-packages.ts'
import { obeyedFiles } from './obeyed-files.ts'
import { otherDefinitions } from './other-definitions.ts'
import { pipedPrograms } from './piped-programs.ts'
import { removedGuards } from './removed-guards.ts'
import { speechToReaders } from './speech-to-readers.ts'

/** Findings in the files of a change that no test can show: a person looks at each of them. */
export const unshownInFiles = (change: Change): Finding[] => {
  const obeyed = obeyedFiles(change)
  const isKnown = ({ path }: Finding) => obeyed.some((one) => one.path === path)
  return [
    ...obeyed,
    ...addedCalls(change),
    ...removedGuards(change),
    ...otherDefinitions(change),
    ...addedHoles(change),
    ...addedAddresses(change),
    ...lookalikePackages(change),
    ...hiddenText(change),
    ...documentChanges(change),
    ...pipedPrograms(change),
    ...speechToReaders(change),
    ...fileForms(change).filter((one) => !isKnown(one)),
  ]
}
