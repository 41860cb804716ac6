package main

import (
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/dubboaudit/dubboaudit/lang"
)

// newMan writes the manual pages, for packagers.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write the manual pages into a folder", Args: exactly(1), Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return misuse{lang.Errorf("man: %v", err)}
			}
			date := commitTime()
			root := cmd.Root()
			root.DisableAutoGenTag = true // the day of the run
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "dubboaudit " + version(), Manual: "dubboaudit", Date: &date}, args[0])
		},
	}
}

// commitTime is the time of the commit that was built, so that the pages of a
// release are the same whenever they are written: SOURCE_DATE_EPOCH (seconds)
// tells it, else the program itself; the year 1970 where neither does.
func commitTime() time.Time {
	if n, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(n, 0).UTC()
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if at, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return at.UTC()
			}
		}
	}
	return time.Unix(0, 0).UTC()
}
