import type { ReactNode } from 'react'
import { useSearchParams, Link, type To } from 'react-router'
import type { MorePages } from '../../../../api/use-pages.ts'
import { PartialRows } from '../../../../parts/list/partial-rows.tsx'
import { useMedia } from '../../../../parts/use-media.ts'
import { addressNow } from '../../../../parts/forms/address-now.ts'
import { withParam } from '../../../../paths.ts'
import type { GrowthMail } from './marked-text.ts'
import { useFormat } from '../../../../format.ts'
import { Glyph, type GlyphName } from '../../../../parts/text/glyph.tsx'
import { joined, Joined } from '../../../../parts/text/joined.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
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

const glyphs: Readonly<Record<GrowthMail['status'], GlyphName>> = {
  draft: 'draft',
  approved: 'good',
  sending: 'building',
  sent: 'good',
  unknown: 'doubt',
  refused: 'bad',
  cancelled: 'stopped',
  received: 'good',
}

interface MailLineProps {
  readonly mail: GrowthMail
  /** Whether its text is below, or beside the list. */
  readonly isOpen?: boolean
  readonly isBeside?: boolean
  /** Whether the page is about its lead: then the mail is named by its step. */
  readonly isInThread?: boolean
  /** Whether its play sends nothing now. */
  readonly isHeld?: boolean
  /** The box that it is chosen by, in the place of its state. */
  readonly tick?: ReactNode
  /** Where it opens, by a press anywhere on its row. */
  readonly to?: To
  readonly onFocus?: (() => void) | undefined
}

/** The recipient of a mail, its step in the sequence, and when it is due or was sent. */
export const MailLine = (props: MailLineProps) => {
  const { mail, isOpen = false, isBeside = false, isInThread = false, isHeld = false, tick, to, onFocus } = props
  const words = useGrowthMailWords()
  const { day, whole } = useFormat()
  const { status, leadName, leadAddress, step, author, dueAt, sentAt } = mail
  const at = sentAt ?? dueAt
  const timeOf = () => {
    // Drafts of a list wait for the same: the open draft shows for what.
    if (status === 'refused' || (status === 'draft' && !isOpen)) return undefined
    if (sentAt !== null) return words.sentAt(day(sentAt))
    if (dueAt === null) return status === 'sent' ? undefined : words.waitsForPrevious
    return isHeld ? words.dueOnceActive : words.due(day(dueAt))
  }
  const facts = joined(!isInThread && words.step(step), author === 'model' && words.byModel, timeOf())
  const hasText = isOpen && !isBeside
  const beginning = hasText ? [] : [mail.subject, mail.body.slice(0, 120)]
  const title = isInThread ? (
    words.step(step)
  ) : leadName === null ? (
    words.to(leadName, leadAddress)
  ) : (
    <>
      {leadName} <span className="quiet">{leadAddress}</span>
    </>
  )
  return (
    <>
      {tick ?? <Glyph name={glyphs[status]} />}
      <div>
        <h3 className="t" dir="auto">
          {to === undefined ? (
            title
          ) : (
            <Link
              className={hasText ? undefined : 'whole-row'}
              to={to}
              replace
              preventScrollReset
              aria-current={isOpen || undefined}
              onFocus={onFocus}
            >
              {title}
            </Link>
          )}
        </h3>
        <p className="m" dir="auto" title={joined(facts, ...beginning, at !== null && whole(at))}>
          <Joined parts={[facts && <b key="facts">{facts}</b>, ...beginning]} />
        </p>
      </div>
    </>
  )
}

/** The enhanced status of a mail server (RFC 3463) for a mailbox that does not exist. */
const unknownAddress = /\b5\.1\.1\b/

/** Why a mail came back or was not sent. */
export const MailFailure = ({ failure }: { readonly failure: string | null }) => {
  const words = useGrowthMailWords()
  if (failure === null) return null
  const isUnknownAddress = unknownAddress.test(failure)
  return (
    <div className="note wait">
      <div>
        {isUnknownAddress ? <p>{words.noSuchAddress}</p> : null}
        <p className={isUnknownAddress ? 'soft' : undefined} dir="auto">
          {words.failures[failure] ?? words.otherFailure(failure)}
        </p>
      </div>
    </div>
  )
}
