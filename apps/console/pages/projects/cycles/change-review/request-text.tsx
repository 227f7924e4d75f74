import { getCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { ProseBlock } from '../../../../parts/text/prose.tsx'
import { withoutCode } from '../../../../parts/text/without-marks.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import './request-text.css'

/** The most characters of a request that are shown unfolded. */
const shortMost = 280

/** A person's request, in their words; code and a long text are folded after its beginning. */
export const RequestText = ({ cycleId }: { readonly cycleId: string }) => {
  const words = useChangeReviewWords()
  const { cycle } = useLateReply(getCycle, { params: { id: cycleId } }).data ?? {}
  if (!cycle) return null
  const text = cycle.description.trim()
  const prose = withoutCode(text)
  return (
    <section className="request-text" aria-label={words.request} dir="auto">
      {prose.length <= shortMost ? <ProseBlock text={prose} /> : <p>{beginningOf(prose)}</p>}
      {prose === text && text.length <= shortMost ? null : (
        <details>
          <summary>{words.wholeRequest}</summary>
          <ProseBlock text={text} />
        </details>
      )}
    </section>
  )
}

/** The first line, or as many of its words as fit. */
const beginningOf = (text: string) => {
  const [line = ''] = text.split('\n')
  return line.length <= shortMost ? line : `${line.slice(0, line.lastIndexOf(' ', shortMost)).trimEnd()}…`
}
