import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { MorePages } from '../../../../api/use-pages.ts'
import { PartialRows } from '../../../../parts/list/partial-rows.tsx'
import { useMedia } from '../../../../parts/use-media.ts'
import { addressNow } from '../../../../parts/forms/address-now.ts'
import { withParam } from '../../../../paths.ts'
import { MailLine } from './mail-line.tsx'
import type { GrowthMail } from './marked-text.ts'
import '../../../../parts/list/waiting-row.css'

interface MailListProps {
  readonly mails: readonly GrowthMail[]
  readonly rest: MorePages
  /** Whether the thread of the lead is around it. */
  readonly isInThread?: boolean
  /** Whether the play sends nothing now. */
  readonly isHeld?: boolean
  /** The box of a mail that may be decided about with others, in the place of its state. */
  readonly tickOf?: (mail: GrowthMail) => ReactNode
  /** The part above the rows. */
  readonly head?: ReactNode
  /** The open mail; `goOn` opens the next mail. */
  readonly children: (mail: GrowthMail, goOn: () => void) => ReactNode
}

/** Mails, one of them open: beside the list if there is room, else in its row. The open one is in the address. */
export const MailList = (props: MailListProps) => {
  const { mails, rest, isInThread = false, isHeld = false, tickOf, head, children } = props
  const [query, setQuery] = useSearchParams()
  const hasRoom = useMedia('(min-width: 1200px)')
  const isBeside = hasRoom && !isInThread
  const namedAt = mails.findIndex(({ id }) => id === query.get('mail'))
  const openAt = Math.max(0, namedAt)
  const open = mails[openAt]
  if (open === undefined) return null
  const next = mails[openAt + 1] ?? mails[openAt - 1]
  const show = ({ id }: GrowthMail) =>
    setQuery(withParam(addressNow(), 'mail', id).search, { replace: true, preventScrollReset: true })
  const inside = (
    <div key={open.id} className="inside mail-inside">
      {children(open, () => next && show(next))}
    </div>
  )
  return (
    <>
      {head}
      <div className={isBeside ? 'mail-sides' : undefined}>
        <div className="panel rows">
          <PartialRows rows={mails} minRows={openAt + 1} rest={rest}>
            {(mail, at) => (
              <div key={mail.id} className={rowClass(at === openAt, isBeside)}>
                <MailLine
                  mail={mail}
                  isInThread={isInThread}
                  isHeld={isHeld}
                  tick={tickOf?.(mail)}
                  isOpen={at === openAt}
                  isBeside={isBeside}
                  to={withParam(query, 'mail', mail.id)}
                  onFocus={isBeside && at !== openAt ? () => show(mail) : undefined}
                />
                {at === openAt && !isBeside ? inside : null}
              </div>
            )}
          </PartialRows>
        </div>
        {isBeside ? (
          <article className="panel waiting-row mail-open">
            <MailLine key={open.id} mail={open} isHeld={isHeld} isOpen />
            {inside}
          </article>
        ) : null}
      </div>
    </>
  )
}

const rowClass = (isOpen: boolean, isBeside: boolean) =>
  isOpen ? (isBeside ? 'waiting-row mail-chosen' : 'waiting-row') : 'waiting-row act'
