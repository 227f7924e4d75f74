import { useSettingsWords } from '../../../words/settings/index.ts'

const roles = ['member', 'admin'] as const
export type InvitedRole = (typeof roles)[number]

/** The role that a person gets, with its rights. */
export const RoleChoice = ({ role, onChoose }: { role: InvitedRole; onChoose: (role: InvitedRole) => void }) => {
  const words = useSettingsWords().members
  return (
    <div className="field" role="group" aria-label={words.role}>
      <span className="legend-text">{words.role}</span>
      <span className="line wrap">
        <span className="seg">
          {roles.map((one) => (
            <button key={one} type="button" aria-pressed={one === role} onClick={() => onChoose(one)}>
              {words.roles[one]}
            </button>
          ))}
        </span>
      </span>
      <span className="hint">{words.roleHints[role]}</span>
    </div>
  )
}
