// Command check reads a log that @regrove/verify has written to a folder, with the packages of Go's checksum database, and
// prints "ok" or what is wrong.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io/ioutil"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

var folder string

func main() {
	folder = os.Args[1]
	if err := check(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ok")
}

func check() error {
	tree, err := openCheckpoint()
	if err != nil {
		return fmt.Errorf("checkpoint: %v", err)
	}
	hashes, err := readEntries(tree.N)
	if err != nil {
		return fmt.Errorf("entries: %v", err)
	}
	root, err := tlog.TreeHash(tree.N, hashes)
	if err != nil || root != tree.Hash {
		return fmt.Errorf("the root is %v, not %v (%v)", tree.Hash, root, err)
	}
	if err := checkTiles(tree.N, hashes); err != nil {
		return fmt.Errorf("tiles: %v", err)
	}
	if err := checkInclusion(tree, hashes); err != nil {
		return fmt.Errorf("inclusion: %v", err)
	}
	if err := checkConsistency(tree, hashes); err != nil {
		return fmt.Errorf("consistency: %v", err)
	}
	return nil
}

// cosigner is a verifier of the signatures of witnesses, which the package does not have.
type cosigner struct {
	name string
	key  ed25519.PublicKey
}

func (c cosigner) Name() string { return c.name }

func (c cosigner) KeyHash() uint32 {
	sum := sha256.Sum256(append([]byte(c.name+"\n\x04"), c.key...))
	return binary.BigEndian.Uint32(sum[:])
}

func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(c.key, append([]byte(head), msg...), sig[8:])
}

func openCheckpoint() (tlog.Tree, error) {
	var tree tlog.Tree
	log, err := note.NewVerifier(strings.TrimSuffix(read("key"), "\n"))
	if err != nil {
		return tree, err
	}
	parts := strings.SplitN(strings.TrimSuffix(read("witness-key"), "\n"), "+", 3)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return tree, err
	}
	witness := cosigner{parts[0], key[1:]}
	if id := fmt.Sprintf("%08x", witness.KeyHash()); id != parts[1] {
		return tree, fmt.Errorf("the id of the witness is %s, not %s", parts[1], id)
	}
	opened, err := note.Open([]byte(read("checkpoint")), note.VerifierList(log, witness))
	if err != nil {
		return tree, err
	}
	if len(opened.Sigs) != 2 || len(opened.UnverifiedSigs) != 0 {
		return tree, fmt.Errorf("%d signatures are right, not 2", len(opened.Sigs))
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != log.Name() {
		return tree, fmt.Errorf("the text is %q", opened.Text)
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return tree, err
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return tree, err
}

// readEntries hashes the entries of all bundles.
func readEntries(size int64) (tlog.HashReader, error) {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var found []tlog.Hash
		for _, index := range indexes {
			if index >= int64(len(stored)) {
				return nil, fmt.Errorf("there is no hash %d", index)
			}
			found = append(found, stored[index])
		}
		return found, nil
	})
	var number int64
	for number < size {
		width := size - number
		if width > 1<<height {
			width = 1 << height
		}
		tile := tlog.Tile{H: height, L: -1, N: number >> height, W: int(width)}
		bundle := []byte(read(pathOf(tile)))
		for ; width > 0; width-- {
			length := 2 + int(binary.BigEndian.Uint16(bundle))
			hashes, err := tlog.StoredHashes(number, bundle[2:length], reader)
			if err != nil {
				return nil, err
			}
			stored = append(stored, hashes...)
			bundle = bundle[length:]
			number++
		}
		if len(bundle) > 0 {
			return nil, fmt.Errorf("a bundle has %d bytes too many", len(bundle))
		}
	}
	return reader, nil
}

// pathOf is where C2SP has a tile, which is where Go has it without the height.
func pathOf(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return strings.Replace(path, "tile/data/", "tile/entries/", 1)
}

func checkTiles(size int64, hashes tlog.HashReader) error {
	for _, tile := range tlog.NewTiles(height, 0, size) {
		// It also lists the partial tiles of all smaller trees, which a log need not have.
		if width := size>>uint(height*tile.L) - tile.N<<height; width < 1<<height && int64(tile.W) != width {
			continue
		}
		data, err := tlog.ReadTileData(tile, hashes)
		if err != nil {
			return err
		}
		if path := pathOf(tile); !bytes.Equal(data, []byte(read(path))) {
			return fmt.Errorf("%s is another", path)
		}
	}
	return nil
}

// checkInclusion reads the files of proofs, whose lines are those of tlog-proof.
func checkInclusion(tree tlog.Tree, hashes tlog.HashReader) error {
	return each("inclusion-*", func(lines []string) error {
		if lines[0] != "c2sp.org/tlog-proof@v1" {
			return fmt.Errorf("the first line is %q", lines[0])
		}
		index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
		if err != nil {
			return err
		}
		proof, err := parseHashes(lines[2:])
		if err != nil {
			return err
		}
		leaf, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, index)})
		if err != nil {
			return err
		}
		return tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf[0])
	})
}

// checkConsistency reads the files of requests to witnesses.
func checkConsistency(tree tlog.Tree, hashes tlog.HashReader) error {
	return each("consistency-*", func(lines []string) error {
		size, err := strconv.ParseInt(strings.TrimPrefix(lines[0], "old "), 10, 64)
		if err != nil {
			return err
		}
		proof, err := parseHashes(lines[1:])
		if err != nil {
			return err
		}
		root, err := tlog.TreeHash(size, hashes)
		if err != nil {
			return err
		}
		return tlog.CheckTree(proof, tree.N, tree.Hash, size, root)
	})
}

// each checks the lines before the checkpoint of all files with such a name.
func each(pattern string, check func(lines []string) error) error {
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("there are no files %s (%v)", pattern, err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		parts := strings.SplitN(read(name), "\n\n", 2)
		if len(parts) != 2 || parts[1] != read("checkpoint") {
			return fmt.Errorf("%s does not end with the checkpoint", name)
		}
		if err := check(strings.Split(parts[0], "\n")); err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
	}
	return nil
}

func parseHashes(lines []string) ([]tlog.Hash, error) {
	var hashes []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

// read is the content of a file; empty if there is none, which no check accepts.
func read(name string) string {
	content, err := ioutil.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return string(content)
}
