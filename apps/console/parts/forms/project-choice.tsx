import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { usePages } from '../../api/use-pages.ts'
import { useFilter } from '../list/use-filter.tsx'
import { ShowMore } from '../list/show-more.tsx'
import './project-choice.css'
import { useShowMore } from '../list/use-show-more.ts'

const most = 100

interface ChoiceProps {
  /** Null if nothing was chosen, which means all. */
  readonly chosen: readonly string[] | null
  readonly words: {
    readonly all: string
    readonly some: (count: number) => string
    readonly filter: string
  }
  readonly onChoose: (ids: readonly string[] | null) => void
}

/** The projects that something reaches; all once none is chosen any more. */
export const ProjectChoice = ({ chosen, words, onChoose }: ChoiceProps) => {
  const { rows: projects, ...rest } = usePages(listProjects)
  const { shown, field } = useFilter(
    projects,
    { textOf: ({ name }) => name, label: words.filter, param: 'projects' },
    rest,
  )
  const { shown: few, more } = useShowMore(shown, 0, rest)
  if (projects.length === 0) return null
  const ids = chosen ?? []
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(0, most)
    onChoose(next.length === 0 ? null : next)
  }
  return (
    <details className="project-choice">
      <summary>{chosen === null ? words.all : words.some(chosen.length)}</summary>
      <div className="stack">
        {field}
        <ul>
          {few.map(({ id, name }) => (
            <li key={id} className="rows-cheap">
              <label>
                <input type="checkbox" checked={ids.includes(id)} onChange={() => toggle(id)} />
                <span dir="auto">{name}</span>
              </label>
            </li>
          ))}
        </ul>
        <ShowMore onMore={more} rest={rest} />
      </div>
    </details>
  )
}
