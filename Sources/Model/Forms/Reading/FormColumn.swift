/// A column of a form's sheets that has a meaning here.
enum FormColumn: String {
    // survey
    case type, name, label, hint, required, requiredMessage, relevant, constraint, constraintMessage,
        calculation
    case `default`, readOnly, appearance, parameters, count
    // choices
    case list
    // settings
    case title, id, version, defaultLanguage, licence, notice

    /// Whether it may be there in several languages.
    var isTranslated: Bool {
        switch self {
        case .label, .hint, .requiredMessage, .constraintMessage, .title, .notice: true
        default: false
        }
    }

    /// The columns of each sheet under the names that pyxform 4.5 takes, which is the reference for XLSForm.
    static let survey: [String: FormColumn] = [
        "type": .type, "command": .type, "name": .name, "tag": .name, "value": .name, "label": .label,
        "caption": .label, "hint": .hint, "required": .required, "required_message": .requiredMessage,
        "requiredmsg": .requiredMessage, "relevant": .relevant, "relevance": .relevant,
        "constraint": .constraint,
        "constraint_message": .constraintMessage, "constraining_message": .constraintMessage,
        "calculation": .calculation, "calculate": .calculation, "default": .default, "read_only": .readOnly,
        "readonly": .readOnly, "appearance": .appearance, "parameters": .parameters, "repeat_count": .count,
        "count": .count, "jr:count": .count,
        "bind::required": .required, "bind::jr:requiredmsg": .requiredMessage, "bind::relevant": .relevant,
        "bind::constraint": .constraint, "bind::jr:constraintmsg": .constraintMessage,
        "bind::calculate": .calculation, "bind::readonly": .readOnly, "control::appearance": .appearance,
        "body::appearance": .appearance, "control::jr:count": .count, "body::jr:count": .count,
    ]

    static let choices: [String: FormColumn] = [
        "list_name": .list, "name": .name, "value": .name, "label": .label, "caption": .label,
    ]

    static let settings: [String: FormColumn] = [
        "form_title": .title, "set_form_title": .title, "title": .title, "form_id": .id, "set_form_id": .id,
        "id_string": .id, "version": .version, "default_language": .defaultLanguage, "licence": .licence,
        "license": .licence, "notice": .notice,
    ]

    /// Columns of XLSForm that are refused, and why.
    static let unsupported: [String: String] = [
        "media": "pictures, sound and films are not supported", "image": "pictures are not supported",
        "big-image": "pictures are not supported", "audio": "sound is not supported",
        "video": "films are not supported", "guidance_hint": "only “hint” is shown",
        "choice_filter": "choices that depend on other answers are not supported",
        "trigger": "calculations are always up to date, so that nothing triggers them",
        "disabled": "delete the row instead", "bind": "only the columns of XLSForm itself are supported",
        "control": "only the columns of XLSForm itself are supported",
        "body": "only the columns of XLSForm itself are supported",
        "instance": "only the columns of XLSForm itself are supported",
        "attribute": "only the columns of XLSForm itself are supported",
        "namespaces": "only the columns of XLSForm itself are supported",
        "auto_send": "answers are sent when the person says so",
        "auto_delete": "answers are kept by this service",
        "save_to": "entities are not supported", "intent": "other programs are not started",
        "rows": "use the appearance “multiline”", "autoplay": "sound and films are not supported",
        "sms_field": "answers do not come by SMS", "sms_option": "answers do not come by SMS",
        "style": "every form has the looks of this service",
        "public_key": "answers are kept encrypted here anyway",
        "submission_url": "answers come to this service", "instance_name": "answers have no names",
        "allow_choice_duplicates": "each choice of a list needs a name of its own",
    ]
}
