import { useState } from 'react'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { changeEmail } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Section } from '../../../parts/section.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { ChangeRow } from './change-row.tsx'
import { FreshSignInRefusal } from './fresh-sign-in-refusal.tsx'

/** Another mail address, by a link that is sent to it. */
export const AddressSection = () => {
  const words = useSettingsWords().security
  const { id, email } = useReply(getMe)
  const draft = useDraft(`address.${id}`, { address: '' })
  const { address } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const [asked, setAsked] = useState('')
  const change = useOperation(changeEmail)
  const submit = () => {
    setChecked(true)
    const newEmail = address.trim()
    if (!newEmail) return
    change.mutate(
      { body: { newEmail } },
      {
        onSuccess: () => {
          setAsked(newEmail)
          draft.clear()
          setChecked(false)
        },
      },
    )
  }
  return (
    <Section title={words.address}>
      <ChangeRow text={words.addressText(email)} verb={words.changeAddress} isOpenAtFirst={address !== ''}>
        <Form className="stack" error={change.error} onSubmit={submit}>
          <TextField
            name="newEmail"
            label={words.newAddress}
            type="email"
            autoComplete="email"
            value={address}
            maxLength={320}
            wrong={isChecked && !address.trim() ? words.missing : undefined}
            onChange={(event) => draft.set('address', event.target.value)}
          />
          <FreshSignInRefusal error={change.error} />
          <div className="line wrap">
            <Button type="submit" isPending={change.isPending}>
              {words.askAddress}
            </Button>
            <span className="quiet" role="status">
              {asked && !address ? words.addressAsked(asked) : ''}
            </span>
          </div>
        </Form>
      </ChangeRow>
    </Section>
  )
}
