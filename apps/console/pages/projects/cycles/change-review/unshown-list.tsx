import { unshownOf, type UnshownList as Unshown } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { FileLocation } from '../../../../parts/files/file-location.tsx'
import { dot } from '../../../../parts/text/joined.tsx'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import type { Evidence } from '../review/review-files.ts'
import { FileRows } from './file-rows.tsx'

interface UnshownListProps {
  readonly verdict: NonNullable<Evidence['verdict']>
  /** Sentences that the reader has just above the list. */
  readonly said: readonly string[]
  /** Whether the page has the sentences of a file at their lines. */
  readonly isAtLines: (path: string) => boolean
}

/** The unshown parts of a change that are not at a line of the page. */
export const UnshownList = ({ verdict, said, isAtLines }: UnshownListProps) => {
  const words = useChangeReviewWords()
  const unshown = unshownOf(verdict, said)
  const files = unshown.files.filter(({ path }) => !isAtLines(path))
  if (files.length + unshown.values.length + unshown.notProbed.length === 0) return null
  return (
    <section className="change-said" aria-label={words.unshown}>
      <FileRows files={files} nameOf={(path) => <FileLocation path={path} />} />
      <Untested unshown={unshown} />
    </section>
  )
}

/** Unshown parts without a file: values of the request that no test has, and probes that did not run. */
export const Untested = ({ unshown: { values, notProbed } }: { readonly unshown: Unshown }) => {
  const words = useChangeReviewWords()
  const { worded } = useServerWords()
  const reasons = notProbed.filter((reason) => reason !== '').map(worded)
  return (
    <>
      {values.length > 0 ? <p dir="auto">{words.untested(values.join(dot))}</p> : null}
      {notProbed.length > 0 ? <p className="quiet">{words.notProbed(reasons)}</p> : null}
    </>
  )
}
