import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFilter } from '../../../parts/filter.tsx'
import { More } from '../../../parts/more.tsx'
import { useMore } from '../../../parts/use-more.ts'
import { useSettingsWords } from '../words/use-words.ts'

const most = 100

interface ChoiceProps {
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}

/** The projects that a key reaches; all where none is chosen. */
export const ProjectChoice = ({ chosen, onChoose }: ChoiceProps) => {
  const words = useSettingsWords().keys
  const { rows: projects, ...rest } = usePages(listProjects)
  const { shown, field } = useFilter(projects, ({ name }) => name, words.filterProjects, rest)
  const { shown: few, more } = useMore(shown, 0, rest)
  if (projects.length === 0) return null
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(0, most))
  return (
    <details className="choice">
      <summary>{chosen.length === 0 ? words.allProjects : words.someProjects(chosen.length)}</summary>
      <div className="stack">
        {field}
        <ul className="checks">
          {few.map(({ id, name }) => (
            <li key={id} className="rows-cheap">
              <label>
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                <span dir="auto">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        <More onMore={more} rest={rest} />
      </div>
    </details>
  )
}
