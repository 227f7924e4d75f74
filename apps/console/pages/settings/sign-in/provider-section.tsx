import { useState } from 'react'
import {
  removeIdentityProvider,
  saveIdentityProvider,
  type getIdentityProvider,
} from '../../../../../domains/accounts/company-sign-in/contract/provider.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmButton } from '../../../parts/confirm-button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { SelectField, TextArea, TextField } from '../../../parts/field.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { toast } from '../../../parts/toast.ts'
import { Options } from '../../../parts/options.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'
import { fieldsOf, knownProviders, requestOf, type ProviderFields } from './provider-fields.ts'

export type Company = Reply<typeof getIdentityProvider>

/** The provider of the company, and this server's registration there. */
export const ProviderSection = ({ company }: { readonly company: Company }) => {
  const words = useCompanyWords().settings
  const { provider, redirectUri } = company
  const [fields, setFields] = useState(fieldsOf(provider))
  const set = (change: Partial<ProviderFields>) => setFields({ ...fields, ...change })
  const save = useOperation(saveIdentityProvider, {
    then: ({ provider: saved }) => {
      setFields(fieldsOf(saved))
      toast(words.saved)
    },
  })
  const submit = () => save.mutate({ body: requestOf(fields) })
  return (
    <Section title={words.provider} text={provider === null ? words.isOff : undefined}>
      <Form className="panel pad stack" error={save.error} onSubmit={submit}>
        {provider === null ? <KindChoice fields={fields} set={set} /> : null}
        <div className="stack-8">
          <p>{words.providerText}</p>
          <div className="line">
            <code className="command">{redirectUri}</code>
            <CopyButton text={redirectUri} label={words.providerText} />
          </div>
        </div>
        {redirectUri.startsWith('https:') ? null : (
          <p className="note wait">
            <Glyph name="wait" />
            {words.localAddress}
          </p>
        )}
        <ClientFields fields={fields} set={set} isKept={provider !== null} />
        <Fold title={words.rolesOf} isOpenAtFirst={provider?.roleClaim != null}>
          <RoleFields fields={fields} set={set} />
        </Fold>
        <Refusal error={save.error} />
        <div className="line wrap">
          <Button type="submit" variant="primary" isPending={save.isPending} pendingText={words.saving}>
            {words.save}
          </Button>
          {provider !== null && provider.requiredAt === null ? (
            <ConfirmButton
              label={words.remove}
              operation={removeIdentityProvider}
              input={{}}
              title={words.removeTitle}
              keep={words.keep}
            >
              <p>{words.removeText}</p>
            </ConfirmButton>
          ) : null}
        </div>
      </Form>
    </Section>
  )
}

interface FieldsProps {
  readonly fields: ProviderFields
  readonly set: (change: Partial<ProviderFields>) => void
}

type TextName = Exclude<keyof ProviderFields, 'defaultRole' | 'trustsAddresses'>

const useField = ({ fields, set }: FieldsProps) => {
  const words = useCompanyWords().settings
  return (name: TextName) => ({
    name,
    label: words[name],
    value: fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
  })
}

/** A known provider fills in how its issuers look, and says where this server is registered there. */
const KindChoice = ({ fields, set }: FieldsProps) => {
  const words = useCompanyWords().settings
  const known = knownProviders.find(({ name }) => name === fields.name)
  return (
    <SelectField
      label={words.kind}
      hint={known ? words.steps[known.name] : words.kindHint}
      value={known?.name ?? ''}
      onChange={({ target: { value } }) =>
        set(knownProviders.find(({ name }) => name === value) ?? { name: '', issuer: '', trustsAddresses: false })
      }
    >
      <option value="">{words.otherKind}</option>
      {knownProviders.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </SelectField>
  )
}

const ClientFields = ({ isKept, ...props }: FieldsProps & { readonly isKept: boolean }) => {
  const words = useCompanyWords().settings
  const field = useField(props)
  return (
    <>
      <TextField {...field('name')} maxLength={100} required />
      <TextField {...field('issuer')} hint={words.issuerHint} maxLength={500} inputMode="url" required />
      <TextField {...field('clientId')} maxLength={500} required />
      <TextField
        {...field('clientSecret')}
        type="password"
        autoComplete="off"
        {...(isKept && { hint: words.secretKept })}
        maxLength={1_000}
      />
    </>
  )
}

const RoleFields = ({ fields, set }: FieldsProps) => {
  const words = useCompanyWords().settings
  const field = useField({ fields, set })
  return (
    <>
      <TextField {...field('roleClaim')} hint={words.roleClaimHint} maxLength={200} />
      {fields.roleClaim.trim() === '' ? null : (
        <>
          <TextArea {...field('admins')} rows={3} hint={words.groupsHint} />
          <TextArea {...field('members')} rows={3} hint={words.groupsHint} />
        </>
      )}
      <SelectField
        name="defaultRole"
        label={words.defaultRole}
        value={fields.defaultRole}
        onChange={(event) => set({ defaultRole: event.target.value as ProviderFields['defaultRole'] })}
      >
        <Options of={['member', 'admin', 'none'] as const} names={words.roles} />
      </SelectField>
      <SwitchSetting
        label={words.trusts}
        hint={words.trustsHint}
        isOn={fields.trustsAddresses}
        onChange={(trustsAddresses) => set({ trustsAddresses })}
      />
    </>
  )
}
