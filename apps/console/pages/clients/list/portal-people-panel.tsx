import { Fragment, memo } from 'react'
import {
  getWorkspacePortalSettings,
  listWorkspacePortalClients,
  removeWorkspacePortalClient,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
} from '../../../../../domains/accounts/clients/contract/portals.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { useFilter } from '../../../parts/list/use-filter.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { Person } from '../../../parts/text/person.tsx'
import { SwitchSetting } from '../../../parts/forms/switch.tsx'
import { ThingLink } from '../../../parts/story/sentence.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { Options } from '../../../parts/forms/options.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'

type Client = Reply<typeof listWorkspacePortalClients>[number]

/** All people with access to the portal, by any place, and their rights to create there. */
export const PortalPeopleSection = () => {
  const words = useSettingsWords().clients
  const { rows: clients, ...rest } = usePages(listWorkspacePortalClients)
  const settings = useReply(getWorkspacePortalSettings)
  const save = useOperation(updateWorkspacePortalSettings, {})
  const { shown, field } = useFilter(
    clients,
    { textOf: ({ name, email }) => `${name} ${email}`, label: words.filterPeople, param: 'people' },
    rest,
  )
  return (
    <Section title={words.portal} text={words.portalText(clients.length)} action={field}>
      <div className="panel rows">
        {clients.length === 0 ? <p className="pad quiet">{words.nobody}</p> : null}
        <PartialRows rows={shown} rest={rest}>
          {(client) => <ClientRow key={client.userId} client={client} />}
        </PartialRows>
      </div>
      <div className="panel portal-default">
        <SwitchSetting
          label={words.byDefault}
          isDisabled={save.isPending}
          isOn={settings.canCreateProjects}
          onChange={(canCreateProjects) => save.mutate({ body: { canCreateProjects } })}
        />
      </div>
      <Refusal error={save.error} />
    </Section>
  )
}

const choices = { default: null, yes: true, no: false } as const
type PermissionChoice = keyof typeof choices

const ClientRow = memo(({ client }: { readonly client: Client }) => {
  const words = useSettingsWords().clients
  const { userId, name, email, canCreateProjects, canCreateProjectsOverride, clientAccountIds } = client
  const accounts = useThings(clientAccountIds)
  const save = useOperation(updateWorkspacePortalClient)
  const chosen = (Object.keys(choices) as PermissionChoice[]).find((one) => choices[one] === canCreateProjectsOverride)
  return (
    <div className="row person rows-cheap">
      <Person
        name={name}
        facts={email}
        of={clientAccountIds.map((id, at) => (
          <Fragment key={id}>
            {at === 0 ? null : ', '}
            <ThingLink thing={accounts.get(id)} />
          </Fragment>
        ))}
      >
        <label className="may-create">
          <span className="quiet">{words.create_}</span>
          <select
            className="input role"
            value={chosen}
            disabled={save.isPending}
            aria-label={words.overrideOf(name)}
            onChange={(event) =>
              save.mutate({
                params: { userId },
                body: { canCreateProjects: choices[event.target.value as PermissionChoice] },
              })
            }
          >
            <Options
              of={Object.keys(choices) as PermissionChoice[]}
              names={{
                ...words.overrides,
                default: words.byDefaultNow(chosen === 'default' ? canCreateProjects : undefined),
              }}
            />
          </select>
        </label>
        <ConfirmButton
          size="small"
          variant="plain"
          aria-label={words.removeOf(name)}
          label={words.remove}
          operation={removeWorkspacePortalClient}
          input={{ params: { userId } }}
          title={words.removeTitle(name)}
          verb={words.removeFromPortal}
          keep={words.keep}
        >
          <p>{words.removeFromPortalMeans}</p>
        </ConfirmButton>
      </Person>
      <Refusal error={save.error} />
    </div>
  )
})
