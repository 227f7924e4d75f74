import { useState } from 'react'
import { printOf, type ReviewFile } from './review-files.ts'

const key = 'atelier.viewed'
const tasksMost = 40

type ViewedFiles = Readonly<Record<string, Readonly<Record<string, string>>>>

const read = (): ViewedFiles => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as ViewedFiles
  } catch {
    return {}
  }
}

/** Which files of a task a person has looked at, kept in this browser. One that changed since is to be looked at again. */
export const useViewedFiles = (taskId: string) => {
  const [viewed, setViewed] = useState(() => read()[taskId] ?? {})
  const isViewed = (file: ReviewFile) => viewed[file.name] === printOf(file)
  const toggle = (file: ReviewFile) => {
    const { [file.name]: before, ...others } = viewed
    const print = printOf(file)
    const next = before === print ? others : { ...others, [file.name]: print }
    setViewed(next)
    const { [taskId]: _, ...kept } = read()
    const entries = [...Object.entries(kept).slice(1 - tasksMost), [taskId, next] as const]
    try {
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries)))
    } catch {
      // A full store keeps nothing more; the page continues without it.
    }
  }
  return { isViewed, toggle }
}
