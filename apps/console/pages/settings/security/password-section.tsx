import { Link } from 'react-router'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { changePassword } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { DraftField } from '../../../parts/draft-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { ChangeRow } from './change-row.tsx'

const least = 12

/** Changes the password, for a person who knows the present one. */
export const PasswordSection = () => {
  const words = useSettingsWords().security
  const { email } = useReply(getMe)
  const form = useForm(changePassword, {
    saved: { currentPassword: '', newPassword: '' },
    check: ({ newPassword }) => ({ newPassword: newPassword.length < least ? words.tooShort : undefined }),
    body: (typed) => typed,
  })
  return (
    <Section title={words.password}>
      <ChangeRow text={words.passwordText} verb={words.changePassword}>
        <Form className="stack" error={form.error} onSubmit={form.submit}>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <DraftField
            draft={form}
            field="currentPassword"
            label={words.current}
            type="password"
            autoComplete="current-password"
          />
          <DraftField
            draft={form}
            field="newPassword"
            label={words.fresh}
            type="password"
            autoComplete="new-password"
          />
          <Refusal error={form.error} />
          <div className="line wrap">
            <Button type="submit" isPending={form.isPending}>
              {words.changePassword}
            </Button>
            <Link className="link" to={paths.resetPassword}>
              {words.forgot}
            </Link>
            <span className="quiet" role="status">
              {form.isSaved && !form.fields.newPassword ? words.passwordChanged : ''}
            </span>
          </div>
        </Form>
      </ChangeRow>
    </Section>
  )
}
