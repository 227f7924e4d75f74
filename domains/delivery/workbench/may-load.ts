const loading = /\b(?:import|from|require|mod|include|use|load|source|exec)\b/

/**
 * True if a program may load a file or a package: a line has the name of the file as a path, or its name without an
 * ending beside a word that loads.
 */
export const mayLoad = (text: string, path: string): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stem = name.replace(/\.\w+$/, '')
  if (!text.includes(stem)) return false
  return text
    .split('\n')
    .some((line) => line.includes(name) || line.includes(`/${stem}`) || (line.includes(stem) && loading.test(line)))
}
