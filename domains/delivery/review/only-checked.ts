import { sentence } from '../sentences/index.ts'

interface CheckedChange {
  /** Whether the change brings tests, and each of them passes without it as well. */
  readonly hasIdleTests: boolean
  readonly onlyWords: boolean
}

/** Why a change is checked and not shown, in a sentence. */
export const whyOnlyChecked = ({ hasIdleTests, onlyWords }: CheckedChange): string => {
  if (onlyWords) return sentence('change_only_prose')
  return sentence(hasIdleTests ? 'checked_each_new_test' : 'checked_no_test')
}
