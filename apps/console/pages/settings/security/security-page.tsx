import { listMyPasskeys } from '../../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { listMySessions, getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { listMyIdentities, unlinkMyIdentity } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { prefetch, useReply, useOperation } from '../../../api/use-operation.ts'
import { listMost, prefetchPages, usePages, useReadUpTo } from '../../../api/use-pages.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { PasskeysSection, SessionsSection } from './sign-in-sections.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { useLocation } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useCompanySignIn } from '../../../parts/company/use-company-sign-in.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'
import { useState, type ReactNode } from 'react'
import { changeEmail, changePassword } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { FreshSignInRefusal } from './fresh-sign-in-refusal.tsx'
import { paths } from '../../../paths.ts'
import { useCoreWords } from '../../../words/core/index.ts'

export const loader = () => {
  prefetch(listMyPasskeys)
  prefetch(listMyIdentities)
  return prefetchPages(listMySessions)
}

export default function SecurityPage() {
  const words = useSettingsWords().security
  const passkeys = useReply(listMyPasskeys)
  const { rows: sessions, ...rest } = usePages(listMySessions)
  // The button that ends the other sessions ends all of them, so all are read.
  useReadUpTo(rest, listMost)
  return (
    <SettingsFrame title={words.title} text={words.text(passkeys.length, sessions.length)}>
      <PasskeysSection passkeys={passkeys} />
      <SessionsSection sessions={sessions} rest={rest} />
      <PasswordSection />
      <CompanySection />
      <AddressSection />
    </SettingsFrame>
  )
}

/** The identity providers of the person's workspaces, and whether the account is linked to each; nothing without any. */
const CompanySection = () => {
  const words = useCompanyWords().own
  const { day } = useFormat()
  const identities = useReply(listMyIdentities)
  const link = useCompanySignIn(useLocation().pathname)
  const unlink = useOperation(unlinkMyIdentity)
  if (identities.length === 0) return null
  return (
    <Section title={words.title} text={words.text}>
      <Refusal error={link.error ?? unlink.error} />
      <div className="panel rows">
        {identities.map(({ workspaceId, workspaceName, providerName, linkedAt }) => (
          <div key={workspaceId} className="row person">
            <div className="who">
              <b className="cut" dir="auto">
                {providerName}
              </b>
              <span className="quiet" dir="auto">
                {workspaceName}&nbsp;· {linkedAt === null ? words.notLinked : words.linked(day(linkedAt))}
              </span>
            </div>
            <div className="acts">
              <Button
                size="small"
                aria-label={(linkedAt === null ? words.linkOf : words.unlinkOf)(providerName)}
                isPending={linkedAt === null ? link.isPending : unlink.isPending}
                onClick={() =>
                  linkedAt === null ? link.mutate({ workspaceId }) : unlink.mutate({ params: { id: workspaceId } })
                }
              >
                {linkedAt === null ? words.link : words.unlink}
              </Button>
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}

/** Another mail address, by a link that is sent to it. */
const AddressSection = () => {
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

/** The shortest password that the server takes. */
const least = 12

/** Changes the password, for a person who knows the present password. */
const PasswordSection = () => {
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
          <FormFoot of={form} verb={words.changePassword} variant="outline">
            <TextLink to={paths.resetPassword}>{words.forgot}</TextLink>
            <span className="quiet" role="status">
              {form.isSaved && !form.fields.newPassword ? words.passwordChanged : ''}
            </span>
          </FormFoot>
        </Form>
      </ChangeRow>
    </Section>
  )
}

interface ChangeRowProps {
  readonly text: string
  readonly verb: string
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** A text with the button that opens the form of its change. */
const ChangeRow = ({ text, verb, isOpenAtFirst = false, children }: ChangeRowProps) => {
  const { cancel } = useCoreWords()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <div className="panel pad stack">
      <div className="line wrap">
        <p className="grow">{text}</p>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? cancel : verb}
        </Button>
      </div>
      {isOpen ? children : null}
    </div>
  )
}
