import Foundation
import PackagePlugin

/// Embeds a module's non-Swift files into the program.
///
/// No table lists them. The next build finds a file added to the module's folder. Catalogues of documentation are
/// left out.
@main
struct EmbedFiles: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target as? any SourceModuleTarget else { return [] }
        let files = module.sourceFiles.filter { $0.type != .source }.map(\.url)
            .filter { !$0.pathComponents.contains { $0.hasSuffix(".docc") } }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(files.count) files into \(module.name)",
                executable: try context.tool(named: "embed-files").url,
                arguments: [output.path, module.directoryURL.path] + files.map(\.path),
                inputFiles: files, outputFiles: [output])
        ]
    }
}
