/// The drawings among the files of the site.
package enum SiteDrawing {
    /// The SVG that is built in, such as `allergen-birch.svg`; `nil` if there is none of this name.
    package static func svg(named name: String) -> String? { EmbeddedFiles.all["Pages/\(name)"] }
}
