import { Link } from 'react-router'
import { listGrowthProjects } from '../../../../../domains/growth/research/contract.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Empty } from '../../../parts/empty.tsx'
import { FilteredRows } from '../../../parts/filtered-rows.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useGrowthProjectWords } from '../../../words/growth-projects/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { NewGrowthProjectSection } from './new-growth-project-section.tsx'

export const loader = () => prefetchPages(listGrowthProjects)

/** Growth projects, newest first. */
export default function GrowthProjectsPage() {
  const words = useGrowthProjectWords()
  const { day } = useFormat()
  const { rows, ...rest } = usePages(listGrowthProjects)
  useTitle(words.title)
  return (
    <GrowthFrame>
      <Head title={words.title} count={rest.total} text={words.text} />
      {rows.length === 0 ? (
        <div className="panel">
          <Empty title={words.none} text={words.noneText} />
        </div>
      ) : (
        <FilteredRows
          rows={rows.toSorted((a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null))}
          rest={rest}
          textOf={({ name, websiteUrl }) => `${name} ${websiteUrl}`}
          label={words.filter}
        >
          {({ id, name, websiteUrl, createdAt, archivedAt }) => (
            <li key={id} className="row person rows-cheap">
              <div className="who">
                <Link className="cut" dir="auto" to={paths.growthProject(id)}>
                  {name}
                </Link>
                <span className="quiet cut">
                  {[websiteUrl, day(createdAt), ...(archivedAt === null ? [] : [words.archived])].join(' · ')}
                </span>
              </div>
            </li>
          )}
        </FilteredRows>
      )}
      <NewGrowthProjectSection />
    </GrowthFrame>
  )
}
