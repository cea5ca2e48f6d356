-- A session of Neovim with `vvc language-server`, as somebody would have it who edits a template.
-- Environment: VVC is the program, FILE the template, REPORT the file for what happened.

local report = assert(io.open(os.getenv("REPORT"), "w"))
local function tell(...) report:write(string.format(...), "\n") end

local function finish(message)
  if message then tell("%s", message) end
  report:close()
  vim.cmd("qall!")
end

local function run()
  vim.cmd("edit " .. vim.fn.fnameescape(os.getenv("FILE")))
  local buffer = vim.api.nvim_get_current_buf()
  local options = {
    name = "vvc",
    cmd = { os.getenv("VVC"), "language-server" },
    root_dir = vim.fn.fnamemodify(os.getenv("FILE"), ":h"),
  }
  local published = 0
  local publish = vim.lsp.handlers["textDocument/publishDiagnostics"]
  vim.lsp.handlers["textDocument/publishDiagnostics"] = function(...)
    published = published + 1
    return publish(...)
  end
  local client
  if vim.lsp.start then
    client = vim.lsp.start(options)
  else
    client = vim.lsp.start_client(options)
    vim.lsp.buf_attach_client(buffer, client)
  end
  local function waitForDiagnostics(count)
    if not vim.wait(20000, function() return published >= count end, 10) then error("no diagnostics came") end
  end

  -- Line and column of a text, both from 0.
  local function find(text)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, true)) do
      local first, last = line:find(text, 1, true)
      if first then return number - 1, first - 1, last end
    end
    error("there is no " .. text)
  end
  local function replace(old, new)
    local line, first, last = find(old)
    vim.api.nvim_buf_set_text(buffer, line, first, line, last, { new })
    return line, first, first + #new
  end
  local function ask(method, line, column, more)
    vim.api.nvim_win_set_cursor(0, { line + 1, column })
    local params = vim.lsp.util.make_position_params(0, "utf-16")
    -- In normal mode the cursor is on a letter; what is asked about is in front of it.
    params.position = { line = line, character = column }
    local answers = vim.lsp.buf_request_sync(buffer, method, vim.tbl_extend("force", params, more or {}), 20000)
    for _, answer in pairs(answers or {}) do return answer.result end
  end
  local function diagnostics()
    for _, found in ipairs(vim.diagnostic.get(buffer)) do
      tell("%d:%d %s [%s]", found.lnum + 1, found.col + 1, found.message, found.code or "")
    end
  end

  tell(":edit %s", vim.fn.fnamemodify(os.getenv("FILE"), ":t"))
  waitForDiagnostics(1)
  tell("%d diagnostics", #vim.diagnostic.get(buffer))

  tell("")
  tell("i  <NImage becomes <NImge")
  replace("<NImage", "<NImge")
  waitForDiagnostics(2)
  diagnostics()

  tell("")
  tell("code action")
  local line, first, last = find("NImge")
  local range = { start = { line = line, character = first }, ["end"] = { line = line, character = last } }
  local actions = ask("textDocument/codeAction", line, first, { range = range, context = { diagnostics = {} } })
  for _, action in ipairs(actions) do
    tell("%s", action.title)
    vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  end
  tell("%s", (vim.api.nvim_buf_get_lines(buffer, line, line + 1, true)[1]:gsub("^ +", "")))
  waitForDiagnostics(3)
  tell("%d diagnostics", #vim.diagnostic.get(buffer))

  tell("")
  tell("i  text=\"${title}\" becomes text=\"${price.\", completion")
  local _, _, stop = replace("${title}", "${price.")
  line = find("${price.\"")
  for _, item in ipairs(ask("textDocument/completion", line, stop).items) do
    tell("%s  %s", item.label, item.detail or "")
  end
  vim.cmd("undo")

  tell("")
  tell("K  on textSize")
  line, first = find("textSize")
  tell("%s", ask("textDocument/hover", line, first + 1).contents.value)

  tell("")
  tell("K  on ${price.now}")
  line, first, last = find("${price.now}")
  tell("%s", ask("textDocument/hover", line, last - 2).contents.value)

  tell("")
  tell("gd  on ${price.now}")
  for _, place in ipairs(ask("textDocument/definition", line, last - 2)) do
    tell("%s:%d", vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ":t"), place.range.start.line + 1)
  end

  tell("")
  tell("gr  on ${price.now}, at price")
  for _, place in ipairs(ask("textDocument/references", line, first + 3, { context = { includeDeclaration = true } })) do
    tell("%s:%d", vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ":t"), place.range.start.line + 1)
  end

  tell("")
  tell("outline")
  local function outline(symbols, indent)
    for _, symbol in ipairs(symbols) do
      tell("%s%s%s", indent, symbol.name, symbol.detail and " " .. symbol.detail or "")
      outline(symbol.children or {}, indent .. "  ")
    end
  end
  outline(ask("textDocument/documentSymbol", 0, 0), "")

  tell("")
  tell("i  <NImage moves to the right, format")
  replace("<NImage", "      <NImage")
  local options = { options = { tabSize = 4, insertSpaces = true } }
  local edits = ask("textDocument/formatting", 0, 0, options)
  tell("%d edit", #edits)
  vim.lsp.util.apply_text_edits(edits, buffer, "utf-16")
  line = find("<NImage")
  tell("%s", vim.api.nvim_buf_get_lines(buffer, line, line + 1, true)[1])
  vim.lsp.stop_client(client)
  vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 10)
end

local done, problem = xpcall(run, debug.traceback)
finish(not done and problem or nil)
