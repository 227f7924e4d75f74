import { Link } from 'react-router'
import { listCodeHosts } from '../../../../domains/code/code-hosts/contract.ts'
import { listTrackers } from '../../../../domains/delivery/trackers/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useNow } from '../../clock.ts'
import { useFormat } from '../../format.ts'
import { Glyph } from '../../parts/text/glyph.tsx'
import { paths } from '../../paths.ts'
import { useConnectionWords } from '../../words/connections/index.ts'
import { endOf } from '../projects/settings/credential.ts'

/** Links to connections whose token ends within a week or has ended; renders nothing without any. */
export default function EndingTokens() {
  const words = useConnectionWords()
  const { day } = useFormat()
  const now = useNow()
  const { data: hosts = [] } = useLateReply(listCodeHosts)
  const { data: trackers = [] } = useLateReply(listTrackers)
  const ending = [...hosts, ...trackers].flatMap((row) => {
    const end = endOf(row, now)
    return end === undefined ? [] : [{ ...row, end, at: row.tokenExpiresAt! }]
  })
  if (ending.length === 0) return null
  return (
    <section className="sect">
      <div className="panel rows">
        {ending.map(({ id, name, end, at }) => (
          <Link key={id} className="row" to={`${paths.settings}#connections`}>
            <Glyph name={end === 'ended' ? 'bad' : 'wait'} />
            <span className="grow t" dir="auto">
              {end === 'ended' ? words.endedOf(name, day(at)) : words.endsOf(name, day(at))}
            </span>
          </Link>
        ))}
      </div>
    </section>
  )
}
