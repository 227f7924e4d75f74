import { useState } from 'react'
import { useWords } from '../../words/use-words.ts'
import type { DiffLine } from './patch.ts'

const linesMost = 400
const lineMostChars = 2_000
const sign = { add: '+', del: '−', same: '', hunk: '' }

/** Lines of a change, one column. What is long is cut, with a way to see all of it. */
export const DiffLines = ({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }) => {
  const words = useWords().cycle
  const [isWhole, setWhole] = useState(false)
  const isLong = lines.length > linesMost || lines.some(({ text }) => text.length > lineMostChars)
  const shown = isWhole ? lines : lines.slice(0, linesMost)
  return (
    <>
      <table className="diff" aria-label={label}>
        <tbody>
          {shown.map(({ kind, text, before, after }, at) => (
            <tr key={at} className={kind}>
              <td className="ln">{before}</td>
              <td className="ln">{after}</td>
              <td className="sg">{sign[kind]}</td>
              <td>{isWhole ? text : text.slice(0, lineMostChars)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isLong && !isWhole ? (
        <button type="button" className="btn plain s" onClick={() => setWhole(true)}>
          {words.showMore}
        </button>
      ) : null}
    </>
  )
}
