import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { MorePages } from '../../../../api/use-pages.ts'
import { Empty } from '../../../../parts/empty.tsx'
import { PartialRows } from '../../../../parts/partial-rows.tsx'
import { withParam } from '../../../../paths.ts'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import { DecideMail } from './decide-mail.tsx'
import { inSequence } from './in-sequence.ts'
import { MailLine } from './mail-line.tsx'
import type { GrowthMail } from './marked-text.ts'
import '../../../../parts/waiting-row.css'

interface DraftListProps {
  readonly mails: readonly GrowthMail[]
  readonly rest: MorePages
  /** Whether the thread of the lead is around it. */
  readonly isInThread?: boolean
  /** Whether the play sends nothing now. */
  readonly isHeld?: boolean
  /** The box of a mail that may be decided about with others, in the place of its state. */
  readonly tickOf?: (mail: GrowthMail) => ReactNode
}

/** Mails that wait for approval, the first one open; the open one is in the address. */
export const DraftList = ({ mails, rest, isInThread = false, isHeld = false, tickOf }: DraftListProps) => {
  const words = useGrowthMailWords()
  const [query, setQuery] = useSearchParams()
  const rows = inSequence(mails)
  if (rows.length === 0)
    return (
      <div className="panel">
        <Empty glyph="good" title={words.none} text={words.noneText} />
      </div>
    )
  const named = query.get('mail')
  const found = rows.findIndex(({ id }) => id === named)
  const openAt = Math.max(0, found)
  const next = rows[openAt + 1] ?? rows[openAt - 1]
  const lineOf = (mail: GrowthMail) => ({ mail, isInThread, isHeld, tick: tickOf?.(mail) })
  const goOn = () =>
    setQuery(next ? withParam(query, 'mail', next.id).search : '', { replace: true, preventScrollReset: true })
  return (
    <div className="panel rows">
      <PartialRows rows={rows} least={openAt + 1} rest={rest}>
        {(mail, at) =>
          at === openAt ? (
            <article key={mail.id} className="waiting-row">
              <MailLine {...lineOf(mail)} isOpen />
              <div className="inside">
                <DecideMail key={mail.id} mail={mail} isInThread={isInThread} onDecided={goOn} />
              </div>
            </article>
          ) : (
            <div key={mail.id} className="waiting-row act">
              <MailLine {...lineOf(mail)} to={withParam(query, 'mail', mail.id)} />
            </div>
          )
        }
      </PartialRows>
    </div>
  )
}
