// Rewrites packages of Go for a replay: `rewrite record|tests|plain FOLDER ROOT`. Reads lines of `go list` from standard
// input: folder, name, import path and files of a package, separated by tabs. Runs in sandboxes alone.
//
//	record  files that note their calls, and what makes them again, as an overlay for `go test`
//	tests   what makes the calls again and a test that does it, as an overlay, and as one without files of other tests
//	plain   what makes the calls again and a program that does it, written below ROOT
//
// NONCE is replaced.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

const (
	fileBytesMost = 2 << 20
	functionsMost = 2000
)

type goPackage struct {
	folder, name, path string
	files              []goFile
}

type goFile struct {
	name string
	text []byte
	tree *ast.File
	set  *token.FileSet
}

type function struct {
	target, file string
	declared     *ast.FuncDecl
}

func main() {
	mode, folder, root := os.Args[1], os.Args[2], os.Args[3]
	runtime, err := os.ReadFile(filepath.Join(folder, "replay.go"))
	check(err)
	overlay, lean := map[string]string{}, map[string]string{}
	var tests []string
	if mode == "tests" {
		check(json.Unmarshal([]byte(os.Getenv("ATELIER_TESTS")), &tests))
	}
	out := filepath.Join(folder, mode)
	check(os.MkdirAll(out, 0o755))
	result, _ := os.ReadFile(filepath.Join(folder, "result"))
	for at, one := range packagesIn(os.Stdin) {
		module, err := filepath.Rel(root, one.folder)
		check(err)
		module = filepath.ToSlash(module)
		called, _ := json.Marshal(module)
		if mode != "record" && !bytes.Contains(result, append([]byte(`"package":`), called...)) {
			continue
		}
		functions := one.functions()
		place := func(name, text string) {
			path := filepath.Join(one.folder, name)
			if mode == "plain" {
				check(os.MkdirAll(filepath.Dir(path), 0o755))
				check(os.WriteFile(path, []byte(text), 0o644))
				return
			}
			laid := filepath.Join(out, fmt.Sprintf("p%d_%s", at, strings.ReplaceAll(name, "/", "_")))
			check(os.WriteFile(laid, []byte(text), 0o644))
			overlay[path] = laid
		}
		body := strings.Replace(string(runtime), "package replay", "package "+one.name, 1)
		place("zz_replay_NONCE.go", body+one.registry(functions, module, mode == "plain"))
		switch {
		case mode == "record":
			for _, file := range one.files {
				place(file.name, file.recording(functions))
			}
		case mode == "tests":
			for _, path := range otherTests(one.folder, root, tests) {
				lean[path] = ""
			}
			place("zz_replay_NONCE_test.go", "package "+one.name+"\n\nimport testing_NONCE \"testing\"\n\nfunc TestReplay_NONCE(t *testing_NONCE.T) { Replay_NONCE() }\n")
		case one.name != "main":
			place("replay_NONCE/main.go", "package main\n\nimport p \""+one.path+"\"\n\nfunc main() { p.Replay_NONCE() }\n")
		}
		if mode == "plain" {
			program := "./" + module
			if one.name != "main" {
				program += "/replay_NONCE"
			}
			fmt.Println(program)
		} else {
			fmt.Println("./" + module)
		}
	}
	for path, laid := range overlay {
		lean[path] = laid
	}
	for name, files := range map[string]map[string]string{mode + "-all": overlay, mode: lean} {
		text, err := json.Marshal(map[string]interface{}{"Replace": files})
		check(err)
		check(os.WriteFile(filepath.Join(folder, name+".json"), text, 0o644))
	}
}

// otherTests are the files of tests of a folder that the change does not bring: what they set would be found as well.
func otherTests(folder, root string, tests []string) []string {
	found, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	check(err)
	var others []string
	for _, path := range found {
		isOther := true
		for _, test := range tests {
			isOther = isOther && path != filepath.Join(root, filepath.FromSlash(test))
		}
		if isOther {
			others = append(others, path)
		}
	}
	return others
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// packagesIn leaves out packages that have a file that cannot be read.
func packagesIn(input *os.File) []goPackage {
	var found []goPackage
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		if len(parts) != 4 || parts[1] == "" || parts[3] == "" {
			continue
		}
		one := goPackage{folder: parts[0], name: parts[1], path: parts[2]}
		for _, name := range strings.Fields(parts[3]) {
			file, ok := readFile(one.folder, name)
			if !ok {
				one.files = nil
				break
			}
			one.files = append(one.files, file)
		}
		if len(one.files) > 0 {
			found = append(found, one)
		}
	}
	return found
}

func readFile(folder, name string) (goFile, bool) {
	path := filepath.Join(folder, name)
	about, err := os.Stat(path)
	if err != nil || about.Size() > fileBytesMost {
		return goFile{}, false
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return goFile{}, false
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, parser.ParseComments)
	return goFile{name: name, text: text, tree: tree, set: set}, err == nil
}

// functions are those that can be called by name: no generic ones, and none of generic types.
func (p goPackage) functions() []function {
	var found []function
	for _, file := range p.files {
		for _, declaration := range file.tree.Decls {
			one, ok := declaration.(*ast.FuncDecl)
			if !ok || one.Body == nil || one.Type.TypeParams != nil || one.Name.Name == "_" || len(found) >= functionsMost {
				continue
			}
			if one.Recv == nil {
				if one.Name.Name != "init" && !(p.name == "main" && one.Name.Name == "main") {
					found = append(found, function{one.Name.Name, file.name, one})
				}
			} else if base := baseOf(one); base != "" {
				found = append(found, function{base + "." + one.Name.Name, file.name, one})
			}
		}
	}
	return found
}

// baseOf is the name of the type of a receiver; empty for a generic one.
func baseOf(one *ast.FuncDecl) string {
	kind := one.Recv.List[0].Type
	for {
		switch inner := kind.(type) {
		case *ast.ParenExpr:
			kind = inner.X
		case *ast.StarExpr:
			kind = inner.X
		case *ast.Ident:
			return inner.Name
		default:
			return ""
		}
	}
}

func isPointer(kind ast.Expr) bool {
	if inner, ok := kind.(*ast.ParenExpr); ok {
		return isPointer(inner.X)
	}
	_, ok := kind.(*ast.StarExpr)
	return ok
}

// registry is what makes functions and types of the package known by their names.
func (p goPackage) registry(functions []function, module string, isPlain bool) string {
	var text strings.Builder
	fmt.Fprintf(&text, "\nconst module_NONCE = %s\n\nfunc init() {\n\tfunctions_NONCE = map[string]interface{}{\n", strconv.Quote(module))
	for _, one := range functions {
		called := one.target
		if one.declared.Recv != nil {
			called = "(*" + baseOf(one.declared) + ")." + one.declared.Name.Name
		}
		fmt.Fprintf(&text, "\t\t%s: %s,\n", strconv.Quote(one.target), called)
	}
	text.WriteString("\t}\n\tpaths_NONCE = map[string]string{\n")
	for _, one := range functions {
		fmt.Fprintf(&text, "\t\t%s: %s,\n", strconv.Quote(one.target), strconv.Quote(one.file))
	}
	text.WriteString("\t}\n\ttypes_NONCE = map[string]reflect_NONCE.Type{\n")
	for _, name := range p.types() {
		fmt.Fprintf(&text, "\t\t%s: reflect_NONCE.TypeOf((*%s)(nil)).Elem(),\n", strconv.Quote(name), name)
	}
	text.WriteString("\t}\n")
	if isPlain && p.name == "main" {
		text.WriteString("\tReplay_NONCE()\n\tos_NONCE.Exit(0)\n")
	}
	text.WriteString("}\n")
	return text.String()
}

func (p goPackage) types() []string {
	var names []string
	for _, file := range p.files {
		for _, declaration := range file.tree.Decls {
			group, ok := declaration.(*ast.GenDecl)
			if !ok || group.Tok != token.TYPE {
				continue
			}
			for _, one := range group.Specs {
				declared := one.(*ast.TypeSpec)
				if declared.TypeParams == nil && declared.Assign == 0 && declared.Name.Name != "_" {
					names = append(names, declared.Name.Name)
				}
			}
		}
	}
	return names
}

type edit struct {
	at, end int
	text    string
}

// recording is the text of a file with a note at the beginning of each function, in the same lines.
func (f goFile) recording(functions []function) string {
	var edits []edit
	for _, one := range functions {
		if one.file != f.name {
			continue
		}
		var given []string
		if receiver := one.declared.Recv; receiver != nil {
			sign := "&"
			if isPointer(receiver.List[0].Type) {
				sign = ""
			}
			names, more := f.named(receiver, "self")
			given = append(given, sign+names[0])
			edits = append(edits, more...)
		}
		names, more := f.named(one.declared.Type.Params, "given")
		edits = append(edits, more...)
		at := f.offset(one.declared.Body.Lbrace) + 1
		note := fmt.Sprintf(" record_NONCE(%s); ", strings.Join(append([]string{strconv.Quote(one.target)}, append(given, names...)...), ", "))
		edits = append(edits, edit{at, at, note})
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].at > edits[j].at })
	text := string(f.text)
	for _, one := range edits {
		text = text[:one.at] + one.text + text[one.end:]
	}
	return text
}

func (f goFile) offset(at token.Pos) int { return f.set.Position(at).Offset }

// named are the names of parameters, and what gives a name to those that have none.
func (f goFile) named(list *ast.FieldList, prefix string) ([]string, []edit) {
	var names []string
	var edits []edit
	for _, field := range list.List {
		if len(field.Names) == 0 {
			name := fmt.Sprintf("%s%d_NONCE", prefix, len(names))
			at := f.offset(field.Type.Pos())
			edits = append(edits, edit{at, at, name + " "})
			names = append(names, name)
		}
		for _, one := range field.Names {
			name := one.Name
			if name == "_" {
				name = fmt.Sprintf("%s%d_NONCE", prefix, len(names))
				at := f.offset(one.Pos())
				edits = append(edits, edit{at, at + 1, name})
			}
			names = append(names, name)
		}
	}
	return names, edits
}
