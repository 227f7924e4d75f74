import { useState } from 'react'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { changeEmail } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { DraftField } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { ChangeRow } from './change-row.tsx'
import { FreshSignInRefusal } from './fresh-sign-in-refusal.tsx'

/** Another mail address, by a link that is sent to it. */
export const AddressSection = () => {
  const words = useSettingsWords().security
  const { id, email } = useReply(getMe)
  const [asked, setAsked] = useState('')
  const form = useForm(changeEmail, {
    name: `address.${id}`,
    saved: { newEmail: '' },
    then: (_, { newEmail }) => setAsked(newEmail.trim()),
  })
  const isTyped = form.fields.newEmail !== ''
  return (
    <Section title={words.address}>
      <ChangeRow text={words.addressText(email)} verb={words.changeAddress} isOpenAtFirst={isTyped}>
        <Form className="stack" error={form.error} onSubmit={form.submit}>
          <DraftField draft={form} field="newEmail" label={words.newAddress} type="email" autoComplete="email" />
          <FreshSignInRefusal error={form.error} />
          <div className="line wrap">
            <Button type="submit" isPending={form.isPending}>
              {words.askAddress}
            </Button>
            <span className="quiet" role="status">
              {asked && !isTyped ? words.addressAsked(asked) : ''}
            </span>
          </div>
        </Form>
      </ChangeRow>
    </Section>
  )
}
