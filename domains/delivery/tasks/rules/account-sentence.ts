import type { ChangeAccount } from '../contract/verdict.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The account of a change in a sentence, such as “12 parts: 9 needed by tests of others, 1 seen by no test.” */
export const accountSentence = (account: ChangeAccount): string => {
  const { parts, needed, own, test, same, shape, unseen, untriedFailures } = account
  const tried = own - untriedFailures
  const listed = [
    needed > 0 ? `${needed} needed by tests of others` : '',
    tried > 0 ? `${tried} noticed at most by its own tests` : '',
    untriedFailures > 0 ? plural(untriedFailures, 'failure that no test tried', 'failures that no test tried') : '',
    test > 0 ? `${test} in tests` : '',
    same > 0 ? `${same} without an effect` : '',
    shape > 0 ? plural(shape, 'text or style', 'texts or styles') : '',
    unseen > 0 ? `${unseen} seen by no test` : '',
  ].filter((one) => one !== '')
  return `${plural(parts, 'part', 'parts')}: ${listed.join(', ')}.`
}

/** Kinds of notes by which a person can decide about a change; they do not count against it. */
const factKinds: readonly string[] = [
  'file_removed',
  'file_renamed',
  'lock_file_changed',
  'names_changed',
  'package_loaded',
  'tests_load_file',
]

/** True if a finding is a fact of the change. */
export const isFact = ({ kind }: { readonly kind?: string | undefined }): boolean =>
  kind !== undefined && factKinds.includes(kind)
