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
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/switch.tsx'
import { toast } from '../../../parts/toast.ts'
import { useCompanyWords } from '../../../words/company/index.ts'
import { fieldsOf, requestOf, type ProviderFields } from './provider-fields.ts'

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
    <Section title={words.provider} text={words.providerText}>
      <Form className="panel pad stack" error={save.error} onSubmit={submit}>
        <div className="line">
          <code className="cut">{redirectUri}</code>
          <CopyButton text={redirectUri} label={words.providerText} />
        </div>
        <ClientFields fields={fields} set={set} isKept={provider !== null} />
        <RoleFields fields={fields} set={set} />
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

const ClientFields = ({ fields, set, isKept }: FieldsProps & { readonly isKept: boolean }) => {
  const words = useCompanyWords().settings
  return (
    <>
      <TextField
        name="name"
        label={words.name}
        value={fields.name}
        maxLength={100}
        required
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        name="issuer"
        label={words.issuer}
        hint={words.issuerHint}
        value={fields.issuer}
        maxLength={500}
        inputMode="url"
        required
        onChange={(event) => set({ issuer: event.target.value })}
      />
      <TextField
        name="clientId"
        label={words.clientId}
        value={fields.clientId}
        maxLength={500}
        required
        onChange={(event) => set({ clientId: event.target.value })}
      />
      <TextField
        name="clientSecret"
        type="password"
        autoComplete="off"
        label={words.clientSecret}
        {...(isKept && { hint: words.secretKept })}
        value={fields.clientSecret}
        maxLength={1_000}
        onChange={(event) => set({ clientSecret: event.target.value })}
      />
    </>
  )
}

const RoleFields = ({ fields, set }: FieldsProps) => {
  const words = useCompanyWords().settings
  return (
    <>
      <TextField
        name="roleClaim"
        label={words.roleClaim}
        hint={words.roleClaimHint}
        value={fields.roleClaim}
        maxLength={200}
        onChange={(event) => set({ roleClaim: event.target.value })}
      />
      {fields.roleClaim.trim() === '' ? null : (
        <>
          <TextArea
            name="admins"
            rows={3}
            label={words.admins}
            hint={words.groupsHint}
            value={fields.admins}
            onChange={(event) => set({ admins: event.target.value })}
          />
          <TextArea
            name="members"
            rows={3}
            label={words.members}
            hint={words.groupsHint}
            value={fields.members}
            onChange={(event) => set({ members: event.target.value })}
          />
        </>
      )}
      <SelectField
        name="defaultRole"
        label={words.defaultRole}
        value={fields.defaultRole}
        onChange={(event) => set({ defaultRole: event.target.value as ProviderFields['defaultRole'] })}
      >
        {(['member', 'admin', 'none'] as const).map((role) => (
          <option key={role} value={role}>
            {words.roles[role]}
          </option>
        ))}
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
