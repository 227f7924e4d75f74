import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import {
  removeIdentityProvider,
  saveIdentityProvider,
  type getIdentityProvider,
  requireCompanySignIn,
} from '../../../../../domains/accounts/company-sign-in/contract/provider.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { SelectField, TextArea, TextField } from '../../../parts/forms/field.tsx'
import { Fold } from '../../../parts/fold.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { Section } from '../../../parts/section.tsx'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { Options } from '../../../parts/forms/options.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'
import { fieldsOf, knownProviders, requestOf, type ProviderFields } from './provider-fields.ts'
import { useLocation } from 'react-router'
import { listMyIdentities } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { listMyPasskeys } from '../../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useCompanySignIn } from '../../../parts/company/use-company-sign-in.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'

export type Company = Reply<typeof getIdentityProvider>

/** The provider of the company, and this server's registration there. */
export const ProviderSection = ({ company }: { readonly company: Company }) => {
  const words = useCompanyWords().settings
  const { provider, redirectUri } = company
  const [fields, setFields] = useState(fieldsOf(provider))
  const [kind, setKind] = useState(provider?.name)
  const set = (change: Partial<ProviderFields>) => setFields({ ...fields, ...change })
  const field = (name: Exclude<keyof ProviderFields, 'defaultRole' | 'trustsAddresses'>) => ({
    name,
    label: words[name],
    value: fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
  })
  const save = useOperation(saveIdentityProvider, {
    then: ({ provider: saved }) => {
      setFields(fieldsOf(saved))
      toast(words.saved)
    },
  })
  const choose = (name: string) => {
    setKind(name)
    set(knownProviders.find((one) => one.name === name) ?? { name: '', issuer: '', trustsAddresses: false })
  }
  return (
    <Section title={words.provider} text={provider === null ? words.choose : undefined}>
      {provider === null ? <KindChoice kind={kind} onChoose={choose} /> : null}
      {kind === undefined || redirectUri.startsWith('https:') ? null : (
        <div className="note wait">
          <Glyph name="wait" />
          <p>
            {words.localAddress} {words.localAddressHow}
          </p>
        </div>
      )}
      {kind === undefined ? null : (
        <Form className="panel pad stack" error={save.error} onSubmit={() => save.mutate({ body: requestOf(fields) })}>
          <div className="stack-8">
            <h3>{words.register}</h3>
            <p className="quiet">{words.steps[kind] ?? words.kindHint}</p>
            <div className="line">
              <code className="command">{redirectUri}</code>
              <CopyButton text={redirectUri} label={words.register} />
            </div>
          </div>
          <h3>{words.enter}</h3>
          <TextField {...field('name')} maxLength={100} required />
          <TextField {...field('issuer')} hint={words.issuerHint} maxLength={500} inputMode="url" required />
          <TextField {...field('clientId')} maxLength={500} required />
          <TextField
            {...field('clientSecret')}
            type="password"
            autoComplete="off"
            {...(provider && { hint: words.secretKept })}
            maxLength={1_000}
          />
          <Fold title={words.rolesOf} isOpenAtFirst={provider?.roleClaim != null}>
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
          </Fold>
          <FormFoot of={save} verb={words.save} pendingText={words.saving}>
            {provider !== null && provider.requiredAt === null ? (
              <ConfirmButton
                label={words.remove}
                operation={removeIdentityProvider}
                input={{}}
                title={words.removeTitle}
                keep
              >
                <p>{words.removeText}</p>
              </ConfirmButton>
            ) : null}
          </FormFoot>
        </Form>
      )}
    </Section>
  )
}

interface KindChoiceProps {
  readonly kind: string | undefined
  readonly onChoose: (kind: string) => void
}

/** A known provider fills in the form of its issuers, and names the page to register this server. */
const KindChoice = ({ kind, onChoose }: KindChoiceProps) => {
  const words = useCompanyWords().settings
  return (
    <div className="panel rows provider-kinds" role="group" aria-label={words.kind}>
      {[...knownProviders.map(({ name }) => name), ''].map((name) => (
        <button
          key={name}
          type="button"
          className={name === kind ? 'row act on' : 'row act'}
          aria-pressed={name === kind}
          onClick={() => onChoose(name)}
        >
          <span className="t grow">{name || words.otherKind}</span>
          {name === '' ? (
            <span className="m" aria-hidden="true">
              OpenID Connect
            </span>
          ) : null}
          <ChevronRight className="i" aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

interface RequirementProps {
  readonly provider: NonNullable<Company['provider']>
}

/** Whether the people of the agency have to sign in with the provider. */
export const RequirementSection = ({ provider }: RequirementProps) => {
  const words = useCompanyWords().settings
  const { isOwner } = useRole()
  const { day } = useFormat()
  const { requiredAt, hasEmergencyPasskey } = provider
  return (
    <Section title={words.requirement} text={words.requirementText}>
      <div className="panel pad stack">
        <p>{requiredAt === null ? words.notRequired : words.requiredSince(day(requiredAt))}</p>
        {requiredAt !== null && !hasEmergencyPasskey ? <p role="alert">{words.noEmergency}</p> : null}
        {isOwner ? (
          requiredAt === null ? (
            <RequireSignIn provider={provider} />
          ) : (
            <EndRequirement />
          )
        ) : (
          <p>{words.ownerOnly}</p>
        )}
      </div>
    </Section>
  )
}

const EndRequirement = () => {
  const words = useCompanyWords().settings
  const end = useOperation(requireCompanySignIn)
  return (
    <>
      <Refusal error={end.error} />
      <div className="line wrap">
        <Button isPending={end.isPending} onClick={() => end.mutate({ body: { required: false } })}>
          {words.end}
        </Button>
      </div>
    </>
  )
}

const RequireSignIn = ({ provider }: RequirementProps) => {
  const words = useCompanyWords().settings
  const { workspace } = useRole()
  const passkeys = useReply(listMyPasskeys)
  const isLinked = useReply(listMyIdentities).some(
    ({ workspaceId, linkedAt }) => workspaceId === workspace.id && linkedAt !== null,
  )
  const [chosen, setChosen] = useState(passkeys[0]?.id ?? '')
  const begin = useCompanySignIn(useLocation().pathname)
  const require = useOperation(requireCompanySignIn)
  return (
    <>
      <p className="quiet">{words.tryFirst}</p>
      <div className="line wrap">
        <Button isPending={begin.isPending} onClick={() => begin.mutate({ workspaceId: workspace.id })}>
          {words.try(provider.name)}
        </Button>
      </div>
      {passkeys.length === 0 ? (
        <p>{words.noPasskey}</p>
      ) : (
        <SelectField
          name="emergencyPasskeyId"
          label={words.passkey}
          hint={words.passkeyHint}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {passkeys.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? words.unnamed}
            </option>
          ))}
        </SelectField>
      )}
      <Refusal error={begin.error ?? require.error} />
      <div className="line wrap">
        <Button
          variant="primary"
          disabled={!isLinked || chosen === ''}
          isPending={require.isPending}
          onClick={() => require.mutate({ body: { required: true, emergencyPasskeyId: chosen } })}
        >
          {words.require}
        </Button>
      </div>
    </>
  )
}
