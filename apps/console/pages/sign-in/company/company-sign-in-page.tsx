import { useSearchParams } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { beginCompanySignIn } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useCompanySignIn } from '../../../parts/company/use-company-sign-in.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'
import { ownPath, paths } from '../../../paths.ts'
import { useCompanyWords } from '../../../words/company/index.ts'
import { SignInFrame } from '../sign-in-frame.tsx'

/** Asks for the address, whose domain selects the company's page that comes next. */
export const CompanySignInPage = () => {
  const words = useCompanyWords()
  const [query] = useSearchParams()
  const to = query.get('to') ?? undefined
  const begin = useCompanySignIn(ownPath(query.get('to')))
  const form = useFields(beginCompanySignIn, {
    saved: { email: '' },
    check: ({ email }) => ({ email: email.trim() ? undefined : words.missingEmail }),
  })
  const submit = () => form.sendTo((body) => begin.mutate(body))
  return (
    <SignInFrame title={words.title} text={words.text}>
      <Form error={begin.error} onSubmit={submit}>
        <DraftField draft={form} field="email" label={words.email} type="email" autoComplete="username" />
        <Refusal error={begin.error} />
        <Button type="submit" variant="primary" isFullWidth isPending={begin.isPending} pendingText={words.busy}>
          {words.goOn}
        </Button>
      </Form>
      <TextLink to={paths.signIn(to)}>{words.another}</TextLink>
    </SignInFrame>
  )
}
