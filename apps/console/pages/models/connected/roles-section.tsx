import { agentRoles, type AgentRole } from '../../../../../domains/agents/agents/rules.ts'
import { clearModelPreference, setModelPreference } from '../../../../../domains/agents/models/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { serverModel, type CallableModel, type Preferences } from '../../../parts/models/working-model.ts'
import { useModelForAll } from '../../../parts/models/use-model-for-all.ts'
import { Fold } from '../../../parts/fold.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { SelectSetting } from '../../../parts/forms/switch.tsx'
import { useModelWords } from '../../../words/models/index.ts'

interface RolesProps {
  readonly models: readonly CallableModel[]
  readonly preferences: Preferences
}

/** Choices beside the models: neither text is the identifier of a model. */
const server = ''
const several = 'several models'

/** The model of each role, and one choice for all of them. */
export const RolesSection = ({ models, preferences }: RolesProps) => {
  const words = useModelWords()
  const all = useModelForAll()
  const chosen = agentRoles.map((role) => preferences.find((one) => one.role === role)?.modelIdentifier ?? server)
  const isSame = chosen.every((one) => one === chosen[0])
  const choices = useChoices(models, chosen)
  const isOffline = isSame && chosen[0] === server && serverModel(models)?.owned_by === 'offline'
  return (
    <Section title={words.roles} text={words.rolesText}>
      <div className="panel rows">
        <SelectSetting
          label={words.allRoles}
          hint={isOffline ? `${words.allRolesHint} ${words.offlineHint}` : words.allRolesHint}
          chosen={isSame ? chosen[0]! : several}
          choices={isSame ? choices : [[several, words.several], ...choices]}
          isDisabled={all.isPending}
          onChoose={(id) => (id === several ? undefined : all.mutate(id === server ? null : id))}
        />
        <Refusal error={all.error} />
        <div className="pad">
          <Fold title={words.eachRole} isOpenAtFirst={!isSame}>
            <div className="rows roles">
              {agentRoles.map((role, at) => (
                <RoleModel
                  key={role}
                  role={role}
                  chosen={chosen[at]!}
                  choices={choices}
                  reason={preferences.find((one) => one.role === role)?.reason ?? undefined}
                />
              ))}
            </div>
          </Fold>
        </div>
      </div>
    </Section>
  )
}

/** The server's own model, callable models, and models that are set although they cannot be called. */
const useChoices = (models: readonly CallableModel[], chosen: readonly string[]) => {
  const words = useModelWords()
  const own = serverModel(models)
  const nameOf = ({ id, owned_by: owner }: CallableModel) => (owner === 'offline' ? words.offline : id)
  const gone = [...new Set(chosen)].filter((id) => id !== server && !models.some((one) => one.id === id))
  return [
    [server, words.byServer(own ? nameOf(own) : '–')],
    ...models.map((one) => [one.id, nameOf(one)] as const),
    ...gone.map((id) => [id, id] as const),
  ] as const satisfies readonly (readonly [string, string])[]
}

interface RoleModelProps {
  readonly role: AgentRole
  readonly chosen: string
  readonly choices: readonly (readonly [string, string])[]
  /** Why the chosen model has no effect. */
  readonly reason: string | undefined
}

const RoleModel = ({ role, chosen, choices, reason }: RoleModelProps) => {
  const words = useModelWords()
  const set = useOperation(setModelPreference)
  const clear = useOperation(clearModelPreference)
  const params = { role }
  return (
    <>
      <SelectSetting
        label={words.roleNames[role]}
        hint={reason}
        chosen={chosen}
        choices={choices}
        isDisabled={set.isPending || clear.isPending}
        onChoose={(id) =>
          id === server ? clear.mutate({ params }) : set.mutate({ params, body: { modelIdentifier: id } })
        }
      />
      <Refusal error={set.error ?? clear.error} />
    </>
  )
}
