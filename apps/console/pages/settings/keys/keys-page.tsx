import { useState } from 'react'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listApiKeys, createApiKey } from '../../../../../domains/accounts/workspaces/contract/keys.ts'
import { hasTyped } from '../../../api/typed-values.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { useOpener } from '../../../parts/use-opener.tsx'
import { useRole } from '../../../api/use-role.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { KeysSection } from './key-list.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { ProjectChoice } from '../../../parts/forms/project-choice.tsx'
import { Section } from '../../../parts/section.tsx'
import { ShownOnce } from '../../../parts/feedback/shown-once.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Options } from '../../../parts/forms/options.tsx'
import { expiryOf, expiries, scopesOf, type Expiry, type KeyScope } from './key-choices.ts'

export const loader = () => {
  prefetchPages(listProjects)
  return prefetchPages(listApiKeys)
}

export default function KeysPage() {
  const words = useSettingsWords().keys
  const { workspace } = useRole()
  const { isOpen, opener } = useOpener(words.create, hasTyped(`key.${workspace.id}`))
  const [isShown, setShown] = useState(false)
  const { number } = useFormat()
  const { rows: keys, ...rest } = usePages(listApiKeys)
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).length
  return (
    <SettingsFrame
      title={words.title}
      count={rest.total}
      text={rest.more ? words.newest(number(keys.length)) : words.text(keys.length, unused)}
      // A key is shown once: nothing closes what shows it but the word that it is stored.
      actions={isShown || keys.length === 0 ? undefined : opener}
    >
      {isOpen ? <CreateKeySection onShow={setShown} /> : null}
      <KeysSection keys={keys} rest={rest} opener={isShown ? null : opener} />
    </SettingsFrame>
  )
}

/** Makes a key, which is shown only this once and never stored in the browser. */
const CreateKeySection = ({ onShow }: { readonly onShow: (isShown: boolean) => void }) => {
  const words = useSettingsWords()
  const { workspace, isAdministrator } = useRole()
  const [power, setPower] = useState<KeyScope>('read')
  const [expiry, setExpiry] = useState<Expiry>('days90')
  const [projectIds, setProjectIds] = useState<readonly string[] | null>(null)
  const [secret, setSecret] = useState<string>()
  const form = useForm(createApiKey, {
    name: `key.${workspace.id}`,
    saved: { name: '' },
    body: ({ name }) => {
      const expiresAt = expiryOf(expiry, new Date())
      const reach = projectIds && { projectIds: [...projectIds] }
      return { name: name.trim(), scopes: scopesOf(power), ...(expiresAt && { expiresAt }), ...reach }
    },
    then: (made) => {
      setSecret(made.secret)
      onShow(true)
    },
  })
  const powers: readonly KeyScope[] = isAdministrator ? ['read', 'write', 'admin'] : ['read', 'write']
  if (secret !== undefined) {
    return (
      <Section title={words.keys.create}>
        <ShownOnce
          title={words.keys.shownOnce}
          text={words.keys.shownOnceText}
          value={secret}
          done={words.keys.stored}
          onDone={() => {
            setSecret(undefined)
            onShow(false)
            // The answer holds the key: nothing of it stays in memory.
            form.reset()
          }}
        />
      </Section>
    )
  }
  return (
    <Section title={words.keys.create} text={words.keys.createText}>
      <Form className="panel pad stack" error={form.error} onSubmit={form.submit}>
        <DraftField draft={form} field="name" label={words.keys.name} hint={words.keys.nameHint} autoComplete="off" />
        <div className="field" role="group" aria-label={words.keys.power}>
          <span className="legend-text">{words.keys.power}</span>
          <span>
            <span className="seg">
              {powers.map((one) => (
                <button key={one} type="button" aria-pressed={one === power} onClick={() => setPower(one)}>
                  {words.keys.powers[one]}
                </button>
              ))}
            </span>
          </span>
          <span className="hint">{words.keys.powerHints[power]}</span>
        </div>
        <SelectField
          label={words.keys.expires}
          value={expiry}
          onChange={(event) => setExpiry(event.target.value as Expiry)}
        >
          <Options of={expiries} names={words.keys.expiries} />
        </SelectField>
        <ProjectChoice chosen={projectIds} words={words.keys.projects} onChoose={setProjectIds} />
        <FormFoot of={form} verb={words.keys.createAct} pendingText={words.keys.creating} />
      </Form>
    </Section>
  )
}
