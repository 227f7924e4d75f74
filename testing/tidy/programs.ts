import ts from 'typescript'
import { lineAt, type Rule } from './source.ts'

/** The last part of a program is its top-level `try`: what it calls would not have the values that are declared below. */
export const programs: Rule = (source) => {
  const statements = source.tree?.statements ?? []
  const runs = statements.findIndex(ts.isTryStatement)
  if (runs === -1) return []
  return statements.slice(runs + 1).flatMap((statement) =>
    ts.isVariableStatement(statement) || ts.isClassDeclaration(statement)
      ? {
          path: source.path,
          line: lineAt(source, statement.getStart(source.tree)),
          wrong: 'a declaration below what the program runs',
          instead: 'Put it above: it has no value yet when it is read.',
        }
      : [],
  )
}
