import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { useFormat } from '../../../../format.ts'
import { Glyph, type GlyphName } from '../../../../parts/text/glyph.tsx'
import { joined, Joined } from '../../../../parts/text/joined.tsx'
import { useGrowthMailWords } from '../../../../words/growth-mails/index.ts'
import type { GrowthMail } from './marked-text.ts'
import '../../../../parts/list/waiting-row.css'

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
  const title = isInThread ? words.step(step) : words.to(leadName, leadAddress)
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
