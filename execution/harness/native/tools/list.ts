import { listFolder } from '../files.ts'
import { countField, pathField, tool, type Workshop } from './tool.ts'

export const listTool = ({ root }: Workshop) =>
  tool<{ path?: string; depth?: number }>(
    'List the files and folders of a folder.',
    {
      path: { ...pathField, description: 'The root unless told' },
      depth: { ...countField, description: 'Levels of folders; 2 unless told' },
    },
    ({ path = '.', depth = 2 }) => listFolder(root, path, Math.min(depth, 10)),
  )
