import { useState } from 'react'
import { Link } from 'react-router'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { changePassword } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { ChangeRow } from './change-row.tsx'

const least = 12

/** Changes the password, for a person who knows the present one. */
export const PasswordSection = () => {
  const words = useSettingsWords().security
  const { email } = useReply(getMe)
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [isChecked, setChecked] = useState(false)
  const change = useOperation(changePassword, {
    then: () => {
      setCurrent('')
      setFresh('')
      setChecked(false)
    },
  })
  const submit = () => {
    setChecked(true)
    if (current && fresh.length >= least) change.mutate({ body: { currentPassword: current, newPassword: fresh } })
  }
  return (
    <Section title={words.password}>
      <ChangeRow text={words.passwordText} verb={words.changePassword}>
        <Form className="stack" error={change.error} onSubmit={submit}>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <TextField
            name="currentPassword"
            label={words.current}
            type="password"
            autoComplete="current-password"
            value={current}
            maxLength={128}
            wrong={isChecked && !current ? words.missing : undefined}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <TextField
            name="newPassword"
            label={words.fresh}
            type="password"
            autoComplete="new-password"
            value={fresh}
            maxLength={128}
            wrong={isChecked && fresh.length < least ? words.tooShort : undefined}
            onChange={(event) => setFresh(event.target.value)}
          />
          <Refusal error={change.error} />
          <div className="line wrap">
            <Button type="submit" isPending={change.isPending}>
              {words.changePassword}
            </Button>
            <Link className="link" to={paths.resetPassword}>
              {words.forgot}
            </Link>
            <span className="quiet" role="status">
              {change.isSuccess && !fresh ? words.passwordChanged : ''}
            </span>
          </div>
        </Form>
      </ChangeRow>
    </Section>
  )
}
