import { isAbsolute, resolve } from 'node:path'
import { readLines, listFolder } from '../files.ts'
import { countField, pathField, tool, type Workshop } from './tool.ts'

const linesMost = 2_000

export const readTool = (shop: Workshop) =>
  tool<{ path: string; from?: number; lines?: number }>(
    `Read a text file, with line numbers. It gives up to ${linesMost} lines, and says how many follow.`,
    {
      path: { ...pathField, required: true },
      from: { ...countField, description: 'First line, from 1', aliases: ['offset', 'start_line', 'line_start'] },
      lines: { ...countField, description: 'How many', aliases: ['limit', 'count', 'num_lines'] },
    },
    ({ path, from = 1, lines = linesMost }) =>
      readLines(rootFor(shop, path), path, from, Math.min(lines, linesMost), shop.limits.resultBytes),
  )

/** Whole outputs lie in the scratch folder, and are read by their full path. */
const rootFor = ({ root, scratch }: Workshop, path: string) =>
  isAbsolute(path) && resolve(path).startsWith(`${scratch}/`) ? scratch : root

export const listTool = ({ root }: Workshop) =>
  tool<{ path?: string; depth?: number }>(
    'List the files and folders of a folder.',
    {
      path: { ...pathField, description: 'The root unless told' },
      depth: { ...countField, description: 'Levels of folders; 2 unless told' },
    },
    ({ path = '.', depth = 2 }) => listFolder(root, path, Math.min(depth, 10)),
  )
