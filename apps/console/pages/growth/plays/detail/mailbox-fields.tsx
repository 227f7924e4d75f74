import { TextLink } from '../../../../parts/text/text-link.tsx'
import { listGrowthMailboxes } from '../../../../../../domains/growth/mailboxes/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import type { DraftOf } from '../../../../parts/forms/use-draft.ts'
import { joined } from '../../../../parts/text/joined.tsx'
import { paths } from '../../../../paths.ts'
import { useGrowthPlayWords } from '../../../../words/growth-plays/index.ts'
import type { TypedPlay } from './settings-values.ts'

interface MailboxFieldsProps {
  readonly draft: DraftOf<TypedPlay>
  readonly isDisabled: boolean
}

/** The mailboxes that a play sends from. */
export const MailboxFields = ({ draft, isDisabled }: MailboxFieldsProps) => {
  const words = useGrowthPlayWords()
  const { data } = useLateReply(listGrowthMailboxes)
  const mailboxes = data?.mailboxes ?? []
  const { mailboxIds: chosen } = draft.fields
  const gone = data ? chosen.filter((id) => mailboxes.every((one) => one.id !== id)) : []
  const options = [
    ...mailboxes.map(({ id, address, status }) => ({ id, text: joined(address, words.mailboxStatuses[status]) })),
    ...gone.map((id) => ({ id, text: words.goneMailbox })),
  ]
  const toggle = (id: string, isOn: boolean) =>
    draft.set('mailboxIds', isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className="stack-8">
      <legend className="legend-text">{words.mailboxes}</legend>
      {options.map(({ id, text }) => (
        <label key={id} className="line">
          <input
            type="checkbox"
            name="mailboxIds"
            checked={chosen.includes(id)}
            disabled={isDisabled}
            onChange={(event) => toggle(id, event.target.checked)}
          />
          <span className="cut" dir="auto" title={text}>
            {text}
          </span>
        </label>
      ))}
      <p className="quiet">
        {data && options.length === 0 ? (
          <>
            {words.noMailboxes} <TextLink to={paths.growthMailboxes}>{words.goTo.mailbox}</TextLink>
          </>
        ) : chosen.length === 0 ? (
          words.allMailboxes
        ) : null}
      </p>
    </fieldset>
  )
}
